/** A real client for HMAC keys of Google, which shows what a granted key can do. */
@NullMarked
package io.windlass.cosi.sanity.gcs;

import org.jspecify.annotations.NullMarked;
