/**
 * {@code windlass cosi} and {@code windlass csi}: wire the driver's process, from configuration to
 * socket.
 */
@NullMarked
package io.windlass.cli.serve;

import org.jspecify.annotations.NullMarked;
