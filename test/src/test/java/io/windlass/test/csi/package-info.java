/** CSI over real mounts, from the distribution. */
@NullMarked
package io.windlass.test.csi;

import org.jspecify.annotations.NullMarked;
