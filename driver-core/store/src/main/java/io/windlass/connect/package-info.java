/**
 * How a system or a bucket is opened. A {@link io.windlass.connect.BackendKind} reads the settings
 * of a backend and opens it with the driver's own credentials; a {@link
 * io.windlass.connect.BucketConnector} opens one bucket for a mount, with an address and a
 * credential that the code in between carries and does not interpret.
 */
@NullMarked
package io.windlass.connect;

import org.jspecify.annotations.NullMarked;
