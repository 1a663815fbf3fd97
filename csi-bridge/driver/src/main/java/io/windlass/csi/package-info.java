/** The CSI services, which translate between messages and the core. */
@NullMarked
package io.windlass.csi;

import org.jspecify.annotations.NullMarked;
