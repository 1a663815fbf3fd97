/**
 * The node plugin and its mounter as they run in a cluster: as two pods, each in namespaces of its
 * own, without a cluster.
 */
@NullMarked
package io.windlass.test.pods;

import org.jspecify.annotations.NullMarked;
