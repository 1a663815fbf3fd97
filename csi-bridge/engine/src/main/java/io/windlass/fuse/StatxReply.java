package io.windlass.fuse;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Answer to STATX (struct fuse_statx_out).
 *
 * @param birth when the file was created, if that is known
 * @param valid how long the kernel may use the attributes without asking again
 */
public record StatxReply(FuseAttributes attributes, Optional<Instant> birth, Duration valid) {}
