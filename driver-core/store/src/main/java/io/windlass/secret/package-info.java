/** Secrets that are never printed, and the keys that derive and seal them. */
@NullMarked
package io.windlass.secret;

import org.jspecify.annotations.NullMarked;
