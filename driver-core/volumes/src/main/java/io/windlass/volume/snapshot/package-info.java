/**
 * Snapshots of volumes, alone and in groups, and volumes that are filled from them. If the backend
 * keeps versions, a snapshot is a list of versions as of one instant of the server's clock;
 * otherwise it is a copy. It is also a copy if the objects of the bucket expire.
 */
@NullMarked
package io.windlass.volume.snapshot;

import org.jspecify.annotations.NullMarked;
