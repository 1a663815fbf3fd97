package io.windlass.fuse;

import java.time.Duration;

/**
 * The answer to GETATTR and SETATTR.
 *
 * @param valid how long the kernel may answer from these without asking
 */
public record AttributesReply(FuseAttributes attributes, Duration valid) {}
