/** Metrics and log settings of the running driver. */
@NullMarked
package io.windlass.observe;

import org.jspecify.annotations.NullMarked;
