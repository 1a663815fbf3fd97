/**
 * Volumes of CSI: each is a bucket, or a prefix of a shared bucket, with a capacity, attachments to
 * nodes, snapshots and clones. This package knows nothing of gRPC or of mounts.
 */
@NullMarked
package io.windlass.volume;

import org.jspecify.annotations.NullMarked;
