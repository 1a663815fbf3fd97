@NullMarked
package io.windlass.fs.key;

import org.jspecify.annotations.NullMarked;
