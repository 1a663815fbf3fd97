/**
 * CSI on a node: volumes are mounted where they are staged, by one mounter for all of them, and
 * shown to workloads by bind mounts.
 */
@NullMarked
package io.windlass.csi.node;

import org.jspecify.annotations.NullMarked;
