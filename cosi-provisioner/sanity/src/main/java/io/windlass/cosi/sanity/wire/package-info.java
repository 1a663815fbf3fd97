/**
 * COSI as its sidecars speak it: a client for each version of the API, which sends and judges
 * exactly as the sidecar of its revision would, and a model without protobuf types for the packages
 * above.
 */
@NullMarked
package io.windlass.cosi.sanity.wire;

import org.jspecify.annotations.NullMarked;
