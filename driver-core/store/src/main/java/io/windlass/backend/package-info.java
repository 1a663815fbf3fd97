/**
 * An object storage system as a whole ({@link io.windlass.backend.Backend}): its buckets, and how
 * long it takes.
 */
@NullMarked
package io.windlass.backend;

import org.jspecify.annotations.NullMarked;
