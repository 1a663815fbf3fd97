/**
 * Snapshots of volumes, alone and in groups, and volumes that are filled from them. Where the
 * backend keeps versions a snapshot is a list of versions as of one instant of the server's clock;
 * where it does not, a copy.
 */
@NullMarked
package io.windlass.volume.snapshot;

import org.jspecify.annotations.NullMarked;
