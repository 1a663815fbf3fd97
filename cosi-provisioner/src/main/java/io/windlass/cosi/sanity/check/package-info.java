/**
 * The checks, one file for each theme, and what they work with. A check makes what it needs, calls
 * the driver as the sidecar would, and judges the answer; what it made is taken away after it.
 */
@NullMarked
package io.windlass.cosi.sanity.check;

import org.jspecify.annotations.NullMarked;
