/** An object store in memory, and its faults. */
@NullMarked
package io.windlass.fs.testing;

import org.jspecify.annotations.NullMarked;
