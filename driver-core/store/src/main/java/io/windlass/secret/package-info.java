/** Values that must never be seen, and the keys they are derived from or sealed with. */
@NullMarked
package io.windlass.secret;

import org.jspecify.annotations.NullMarked;
