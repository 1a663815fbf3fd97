/** The CSI services: they translate between the wire and the core. */
@NullMarked
package io.windlass.csi;

import org.jspecify.annotations.NullMarked;
