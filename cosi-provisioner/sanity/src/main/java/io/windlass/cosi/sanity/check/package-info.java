/**
 * The checks, one file for each theme, and their tools. A check makes what it needs, calls the
 * driver as the sidecar would, and judges the answer. What it made is deleted after it.
 */
@NullMarked
package io.windlass.cosi.sanity.check;

import org.jspecify.annotations.NullMarked;
