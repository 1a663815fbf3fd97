/** Directories: paths of inodes, lookups of names, reading of directories. */
@NullMarked
package io.windlass.fs.tree;

import org.jspecify.annotations.NullMarked;
