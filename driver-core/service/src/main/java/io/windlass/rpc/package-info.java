/**
 * gRPC on a Unix socket, the same for every spec: the server and its socket, what surrounds each
 * call (limits, log line, metrics), and how errors become statuses. Knows no spec's messages.
 */
@NullMarked
package io.windlass.rpc;

import org.jspecify.annotations.NullMarked;
