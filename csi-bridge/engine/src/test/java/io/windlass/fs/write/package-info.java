/** Tests of staging and publishing. */
@NullMarked
package io.windlass.fs.write;

import org.jspecify.annotations.NullMarked;
