/** The CSI driver: its services on one socket, with what the spec says of messages. */
@NullMarked
package io.windlass.csi.driver;

import org.jspecify.annotations.NullMarked;
