/** The driver as {@code cosi-sanity} sees it. */
@NullMarked
package io.windlass.test.conformance;

import org.jspecify.annotations.NullMarked;
