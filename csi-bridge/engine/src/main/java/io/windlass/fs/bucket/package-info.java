/** The tree of files over a bucket, put together. */
@NullMarked
package io.windlass.fs.bucket;

import org.jspecify.annotations.NullMarked;
