/**
 * The Controller service of CSI: translates between messages and volumes, and does nothing else.
 */
@NullMarked
package io.windlass.csi.controller;

import org.jspecify.annotations.NullMarked;
