/** Who may use buckets: service accounts, HMAC keys, and the policies of buckets that name them. */
@NullMarked
package io.windlass.store.gcs.access;

import org.jspecify.annotations.NullMarked;
