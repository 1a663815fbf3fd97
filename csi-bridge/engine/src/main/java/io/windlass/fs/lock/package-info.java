/** The order in which a thread of the file system takes locks, and where it may wait. */
@NullMarked
package io.windlass.fs.lock;

import org.jspecify.annotations.NullMarked;
