/**
 * A bucket, or the part of it below a prefix, as a tree of files: nodes, handles, directories,
 * attributes, and how long each may be cached. The package works over {@link
 * io.windlass.store.ObjectStore}; how the tree is exported to programs is unknown to it.
 */
@NullMarked
package io.windlass.fs;

import org.jspecify.annotations.NullMarked;
