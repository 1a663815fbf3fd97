/** Files that are being written, by the node and handle that the kernel has for them. */
@NullMarked
package io.windlass.fs.staged;

import org.jspecify.annotations.NullMarked;
