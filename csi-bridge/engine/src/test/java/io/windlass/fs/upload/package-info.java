@NullMarked
package io.windlass.fs.upload;

import org.jspecify.annotations.NullMarked;
