/**
 * The messages of the kernel's FUSE protocol (linux/fuse.h, 7.31 to 7.45): requests and replies,
 * and how they are read from bytes and written to bytes.
 */
@NullMarked
package io.windlass.fuse.message;

import org.jspecify.annotations.NullMarked;
