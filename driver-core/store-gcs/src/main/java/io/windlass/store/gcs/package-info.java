/**
 * Backends for Google Cloud Storage: how one is configured and opened. What it does is in packages
 * below, each of which knows only those after it: {@code access} (service accounts, policies and
 * keys), {@code bucket}, {@code object} (the data plane) and {@code client} (what requests go
 * through).
 *
 * <p>The client is {@code google-api-services-storage}, which {@code google-cloud-storage} sends
 * its own requests by. The additional layer of the latter has no deadline for a call, hides the
 * headers of answers, and needs three times as many libraries, for gRPC. Objects are read by the
 * XML API, as Google's client for Go does, because only there an answer contains content and
 * metadata.
 */
@NullMarked
package io.windlass.store.gcs;

import org.jspecify.annotations.NullMarked;
