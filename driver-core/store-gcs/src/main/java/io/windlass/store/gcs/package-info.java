/**
 * Google Cloud Storage, over Google's client of the JSON API: data ({@link
 * io.windlass.store.gcs.GcsStore}) and buckets ({@link io.windlass.store.gcs.GcsBuckets}).
 *
 * <p>The client is {@code google-api-services-storage}, which {@code google-cloud-storage} sends
 * its own requests by. What that has on top knows of no deadline for a call, hides the headers of
 * answers, and needs three times the libraries for gRPC. Objects are read by the XML API, as
 * Google's client for Go does: there alone the answer that has the content has the metadata, too.
 */
@NullMarked
package io.windlass.store.gcs;

import org.jspecify.annotations.NullMarked;
