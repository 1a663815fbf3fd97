/** Buckets: they are made, set and deleted. */
@NullMarked
package io.windlass.store.gcs.bucket;

import org.jspecify.annotations.NullMarked;
