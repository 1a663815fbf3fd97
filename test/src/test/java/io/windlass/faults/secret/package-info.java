/** Secrets that are looked for in everything that a driver writes. */
@NullMarked
package io.windlass.faults.secret;

import org.jspecify.annotations.NullMarked;
