@NullMarked
package io.windlass.share;

import org.jspecify.annotations.NullMarked;
