/** Metrics of mounts, as their mounters report them: of a node, and of a mount by hand. */
@NullMarked
package io.windlass.csi.metrics;

import org.jspecify.annotations.NullMarked;
