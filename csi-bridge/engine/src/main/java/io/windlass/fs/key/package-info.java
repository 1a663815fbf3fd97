/**
 * Names of files and keys of objects: how each becomes the other, and which paths are held by an
 * operation.
 */
@NullMarked
package io.windlass.fs.key;

import org.jspecify.annotations.NullMarked;
