/** Tests of reading, over a store in memory. */
@NullMarked
package io.windlass.fs.read;

import org.jspecify.annotations.NullMarked;
