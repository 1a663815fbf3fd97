/** Files: opening, reading, writing, truncating, describing. */
@NullMarked
package io.windlass.fs.file;

import org.jspecify.annotations.NullMarked;
