/** The Identity service of CSI: name, capabilities and readiness of the plugin. */
@NullMarked
package io.windlass.csi.identity;

import org.jspecify.annotations.NullMarked;
