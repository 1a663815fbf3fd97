/**
 * CSI on a node. One mounter mounts all volumes at their staging paths, and bind mounts make them
 * visible to workloads.
 */
@NullMarked
package io.windlass.csi.node;

import org.jspecify.annotations.NullMarked;
