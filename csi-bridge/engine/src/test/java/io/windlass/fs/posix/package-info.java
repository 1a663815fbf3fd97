@NullMarked
package io.windlass.fs.posix;

import org.jspecify.annotations.NullMarked;
