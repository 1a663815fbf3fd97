@NullMarked
package io.windlass.fs.journal;

import org.jspecify.annotations.NullMarked;
