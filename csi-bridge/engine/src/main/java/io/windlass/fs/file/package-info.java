/** Files: opening, reading, writing, truncating, describing; how much a volume holds. */
@NullMarked
package io.windlass.fs.file;

import org.jspecify.annotations.NullMarked;
