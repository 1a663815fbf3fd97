/**
 * Serving of volumes: the keeper, which mounts them; the mounter, which serves them; and the socket
 * between the two, over which each passes descriptors to the other.
 */
@NullMarked
package io.windlass.mounter;

import org.jspecify.annotations.NullMarked;
