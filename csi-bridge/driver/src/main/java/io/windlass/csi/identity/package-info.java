/** The Identity service of CSI: who the plugin is, what it can, and whether it is well. */
@NullMarked
package io.windlass.csi.identity;

import org.jspecify.annotations.NullMarked;
