/** {@code windlass stats} and {@code windlass info}: what a mount does, and has of a file. */
@NullMarked
package io.windlass.cli.stats;

import org.jspecify.annotations.NullMarked;
