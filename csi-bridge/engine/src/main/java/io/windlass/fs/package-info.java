/**
 * A bucket, or what lies below a prefix of it, as a tree of files: nodes, handles, directories,
 * attributes, and how long each may be believed. Works over {@link io.windlass.store.ObjectStore}
 * and knows nothing of how the tree reaches programs.
 */
@NullMarked
package io.windlass.fs;

import org.jspecify.annotations.NullMarked;
