/** A process that dies at any step of a call: each step is tried. */
@NullMarked
package io.windlass.testing.crash;

import org.jspecify.annotations.NullMarked;
