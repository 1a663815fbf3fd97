/**
 * Backends for Google Cloud Storage: how one is configured and opened. What it does is in packages
 * below, each of which knows only those after it: {@code access} (service accounts, policies and
 * keys), {@code bucket}, {@code object} (the data plane) and {@code client} (what requests go
 * through).
 *
 * <p>The client is {@code google-api-services-storage}, which {@code google-cloud-storage} sends
 * its own requests by. What that has on top knows of no deadline for a call, hides the headers of
 * answers, and needs three times the libraries for gRPC. Objects are read by the XML API, as
 * Google's client for Go does: there alone the answer that has the content has the metadata, too.
 */
@NullMarked
package io.windlass.store.gcs;

import org.jspecify.annotations.NullMarked;
