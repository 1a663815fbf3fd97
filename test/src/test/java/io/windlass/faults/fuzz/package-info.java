/** Requests that no client sends: random ones, and what they lead to. */
@NullMarked
package io.windlass.faults.fuzz;

import org.jspecify.annotations.NullMarked;
