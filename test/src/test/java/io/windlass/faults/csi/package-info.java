/** Lives of volumes while processes die, and the calls that make them. */
@NullMarked
package io.windlass.faults.csi;

import org.jspecify.annotations.NullMarked;
