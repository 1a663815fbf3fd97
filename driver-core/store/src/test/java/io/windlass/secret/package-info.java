@NullMarked
package io.windlass.secret;

import org.jspecify.annotations.NullMarked;
