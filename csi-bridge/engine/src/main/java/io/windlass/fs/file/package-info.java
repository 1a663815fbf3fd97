/** Files: opening, reading, writing, truncating, changing attributes; usage of a volume. */
@NullMarked
package io.windlass.fs.file;

import org.jspecify.annotations.NullMarked;
