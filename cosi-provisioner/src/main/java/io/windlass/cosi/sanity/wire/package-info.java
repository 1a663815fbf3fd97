/**
 * COSI as its sidecars speak it: one client for each version of the API, every revision of v1alpha2
 * exactly as the sidecar of that revision would send and judge it, and a model without any protobuf
 * in it for those above.
 */
@NullMarked
package io.windlass.cosi.sanity.wire;

import org.jspecify.annotations.NullMarked;
