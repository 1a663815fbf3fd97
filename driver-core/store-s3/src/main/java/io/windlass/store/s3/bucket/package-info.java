/** Buckets: they are made, set and deleted. */
@NullMarked
package io.windlass.store.s3.bucket;

import org.jspecify.annotations.NullMarked;
