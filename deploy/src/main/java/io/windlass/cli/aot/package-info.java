/** {@code windlass aot}: an installation that starts in a third of the time. */
@NullMarked
package io.windlass.cli.aot;

import org.jspecify.annotations.NullMarked;
