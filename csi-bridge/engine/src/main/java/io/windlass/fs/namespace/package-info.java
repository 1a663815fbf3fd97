/** Changes of names: making, removing, renaming, also across a crash, and what a volume holds. */
@NullMarked
package io.windlass.fs.namespace;

import org.jspecify.annotations.NullMarked;
