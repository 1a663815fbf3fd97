/** The Controller service of CSI: translates between the wire and volumes, and nothing more. */
@NullMarked
package io.windlass.csi.controller;

import org.jspecify.annotations.NullMarked;
