/**
 * The kernel's FUSE protocol (linux/fuse.h, 7.31 to 7.45): requests and replies, sessions that
 * outlive their process, notifications, mounting. The package knows nothing of files and objects.
 */
@NullMarked
package io.windlass.fuse;

import org.jspecify.annotations.NullMarked;
