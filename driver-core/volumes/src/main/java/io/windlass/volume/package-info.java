/**
 * Volumes as CSI asks for them: a bucket, or a prefix of a shared one, with a capacity, attachments
 * to nodes, snapshots and clones. Knows nothing of the wire, nor of mounts.
 */
@NullMarked
package io.windlass.volume;

import org.jspecify.annotations.NullMarked;
