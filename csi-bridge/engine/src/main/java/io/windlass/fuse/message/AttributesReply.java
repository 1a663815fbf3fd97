package io.windlass.fuse.message;

import java.time.Duration;

/**
 * Answer to GETATTR and SETATTR.
 *
 * @param valid how long the kernel may use the attributes without asking again
 */
public record AttributesReply(FuseAttributes attributes, Duration valid) {}
