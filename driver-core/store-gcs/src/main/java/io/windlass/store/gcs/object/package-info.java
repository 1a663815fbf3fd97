/**
 * The data plane: the objects of one bucket ({@link io.windlass.store.gcs.object.GcsStore}), over
 * the JSON API, or over the XML API with an HMAC key.
 */
@NullMarked
package io.windlass.store.gcs.object;

import org.jspecify.annotations.NullMarked;
