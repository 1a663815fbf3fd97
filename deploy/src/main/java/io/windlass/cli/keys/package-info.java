/** {@code windlass keys}: the driver's own keys, and what needs them. */
@NullMarked
package io.windlass.cli.keys;

import org.jspecify.annotations.NullMarked;
