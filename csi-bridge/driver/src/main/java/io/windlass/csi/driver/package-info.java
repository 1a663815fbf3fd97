/** The CSI driver: its services on one socket, with the spec's rules for messages. */
@NullMarked
package io.windlass.csi.driver;

import org.jspecify.annotations.NullMarked;
