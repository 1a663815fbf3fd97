/**
 * The table of the files that are open for writing, by node and by key, until the bucket has them.
 */
@NullMarked
package io.windlass.fs.open;

import org.jspecify.annotations.NullMarked;
