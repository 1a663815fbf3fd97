@NullMarked
package io.windlass.fs.attribute;

import org.jspecify.annotations.NullMarked;
