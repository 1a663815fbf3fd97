/** The {@code windlass} command and the wiring of its processes. */
@NullMarked
package io.windlass.cli;

import org.jspecify.annotations.NullMarked;
