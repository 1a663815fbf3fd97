/** How a {@code windlass} process logs. Everything else only knows slf4j. */
@NullMarked
package io.windlass.cli.log;

import org.jspecify.annotations.NullMarked;
