/**
 * A bucket, or the part of it below a prefix, as a tree of files: nodes, handles, directories,
 * attributes, and how long each may be cached. The package works over {@link
 * io.windlass.store.ObjectStore} and does not know how the tree reaches programs.
 */
@NullMarked
package io.windlass.fs;

import org.jspecify.annotations.NullMarked;
