/**
 * The inodes and handles that the kernel knows, and the answers it may ask for again: tables in
 * files that are mapped, so that they outlive the process.
 */
@NullMarked
package io.windlass.fs.inode;

import org.jspecify.annotations.NullMarked;
