/** {@code windlass config}: what was understood of a configuration. */
@NullMarked
package io.windlass.cli.config;

import org.jspecify.annotations.NullMarked;
