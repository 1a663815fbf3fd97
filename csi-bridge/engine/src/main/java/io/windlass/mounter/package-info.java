/**
 * Which volumes are served: the keeper, which mounts them, the mounter, which serves them, and the
 * socket between the two over which each holds the other's descriptors.
 */
@NullMarked
package io.windlass.mounter;

import org.jspecify.annotations.NullMarked;
