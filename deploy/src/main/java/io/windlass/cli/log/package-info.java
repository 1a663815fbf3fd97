/** Logging of a {@code windlass} process. All other code only uses slf4j. */
@NullMarked
package io.windlass.cli.log;

import org.jspecify.annotations.NullMarked;
