/** {@code windlass audit}: compares what is recorded with what is there. */
@NullMarked
package io.windlass.cli.audit;

import org.jspecify.annotations.NullMarked;
