/** {@code windlass aot}: makes an installation start in a third of the time. */
@NullMarked
package io.windlass.cli.aot;

import org.jspecify.annotations.NullMarked;
