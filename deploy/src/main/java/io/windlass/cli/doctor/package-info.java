/** {@code windlass doctor}: says in words what is wrong with a set-up, and what to do about it. */
@NullMarked
package io.windlass.cli.doctor;

import org.jspecify.annotations.NullMarked;
