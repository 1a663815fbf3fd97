/** File system over a bucket, assembled from its parts. */
@NullMarked
package io.windlass.fs.bucket;

import org.jspecify.annotations.NullMarked;
