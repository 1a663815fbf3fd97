/** What the tests that cross modules share. */
@NullMarked
package io.windlass.test;

import org.jspecify.annotations.NullMarked;
