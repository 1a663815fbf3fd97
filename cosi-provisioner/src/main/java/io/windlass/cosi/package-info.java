/**
 * COSI, with both versions of its API on one socket. This package translates requests into calls of
 * {@link io.windlass.provision}, and their results into answers. It makes no decision that another
 * spec would make differently, and it keeps no state.
 */
@NullMarked
package io.windlass.cosi;

import org.jspecify.annotations.NullMarked;
