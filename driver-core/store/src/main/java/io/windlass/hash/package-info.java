/** Hashes of texts, for names and for signatures. */
@NullMarked
package io.windlass.hash;

import org.jspecify.annotations.NullMarked;
