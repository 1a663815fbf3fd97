/**
 * gRPC on a Unix socket, the same for every spec: the server and its socket, the layers around each
 * call (limits, log line, metrics), and the conversion of errors into statuses. The package knows
 * no spec's messages.
 */
@NullMarked
package io.windlass.rpc;

import org.jspecify.annotations.NullMarked;
