/**
 * Inodes and handles that the kernel knows, and requests that it may send again: tables in mapped
 * files, which outlive the process.
 */
@NullMarked
package io.windlass.fs.inode;

import org.jspecify.annotations.NullMarked;
