/** Every error that the specs name, row by row. */
@NullMarked
package io.windlass.faults.error;

import org.jspecify.annotations.NullMarked;
