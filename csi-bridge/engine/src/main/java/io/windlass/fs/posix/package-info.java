/**
 * Attributes that stat and xattr show of an object: POSIX attributes in its metadata, and defaults
 * for those that it lacks.
 */
@NullMarked
package io.windlass.fs.posix;

import org.jspecify.annotations.NullMarked;
