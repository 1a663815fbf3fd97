/** A driver for a while, in a place of its own that goes with it. */
@NullMarked
package io.windlass.cli.scratch;

import org.jspecify.annotations.NullMarked;
