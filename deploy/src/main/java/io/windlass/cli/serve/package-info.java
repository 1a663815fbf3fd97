/** {@code windlass cosi}: the wiring of the driver's process, from configuration to socket. */
@NullMarked
package io.windlass.cli.serve;

import org.jspecify.annotations.NullMarked;
