package io.windlass.fuse;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The answer to STATX (struct fuse_statx_out).
 *
 * @param birth when the file was made, where that is known
 * @param valid how long the kernel may answer from these without asking
 */
public record StatxReply(FuseAttributes attributes, Optional<Instant> birth, Duration valid) {}
