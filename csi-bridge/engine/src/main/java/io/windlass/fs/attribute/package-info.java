/**
 * What stat and xattr say of an object: POSIX attributes in its metadata, and what stands for those
 * that it does not have.
 */
@NullMarked
package io.windlass.fs.attribute;

import org.jspecify.annotations.NullMarked;
