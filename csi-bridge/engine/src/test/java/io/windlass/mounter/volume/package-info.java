/** Tests of what serves one volume. */
@NullMarked
package io.windlass.mounter.volume;

import org.jspecify.annotations.NullMarked;
