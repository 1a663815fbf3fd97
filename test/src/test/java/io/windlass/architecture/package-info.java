/** The arrows between modules and packages, as tests. */
@NullMarked
package io.windlass.architecture;

import org.jspecify.annotations.NullMarked;
