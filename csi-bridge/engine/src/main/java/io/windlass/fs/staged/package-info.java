/** Files that are being written, by the node and the handle by which the kernel knows them. */
@NullMarked
package io.windlass.fs.staged;

import org.jspecify.annotations.NullMarked;
