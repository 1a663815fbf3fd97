/** Changes of names: making, removing, renaming, also across a crash. */
@NullMarked
package io.windlass.fs.namespace;

import org.jspecify.annotations.NullMarked;
