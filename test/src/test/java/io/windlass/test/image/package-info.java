/** The container image, run by podman as the chart runs it. */
@NullMarked
package io.windlass.test.image;

import org.jspecify.annotations.NullMarked;
