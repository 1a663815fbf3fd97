/** The documents say what the code does: tables come from it, and examples run. */
@NullMarked
package io.windlass.test.docs;

import org.jspecify.annotations.NullMarked;
