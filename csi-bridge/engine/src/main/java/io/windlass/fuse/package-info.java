/**
 * Sessions of the kernel's FUSE protocol, which outlive their process: requests that are read,
 * answered and interrupted, buffers, mounting. The package knows nothing of files and objects.
 */
@NullMarked
package io.windlass.fuse;

import org.jspecify.annotations.NullMarked;
