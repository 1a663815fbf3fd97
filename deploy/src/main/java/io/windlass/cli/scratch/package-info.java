/** Runs a driver for a short time, in a temporary directory that is removed with it. */
@NullMarked
package io.windlass.cli.scratch;

import org.jspecify.annotations.NullMarked;
