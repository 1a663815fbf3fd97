/**
 * Builds the container image: a runtime of the JDK, the C library, and the distribution, as layers
 * of an OCI layout. Two builds of the same input give the same bytes.
 */
@NullMarked
package io.windlass.image;

import org.jspecify.annotations.NullMarked;
