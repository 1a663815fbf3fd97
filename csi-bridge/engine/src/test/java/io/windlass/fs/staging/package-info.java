/** Tests of staging and publishing. */
@NullMarked
package io.windlass.fs.staging;

import org.jspecify.annotations.NullMarked;
