package io.windlass.fuse.message;

/**
 * Answer to STATFS (struct fuse_kstatfs).
 *
 * @param blocks all blocks, in units of {@code blockSize}
 * @param blocksFree free blocks
 * @param blocksAvailable free blocks for unprivileged users
 * @param files all inodes
 * @param filesFree free inodes
 * @param blockSize in bytes
 * @param nameLength longest name, in bytes
 */
public record StatfsReply(
    long blocks,
    long blocksFree,
    long blocksAvailable,
    long files,
    long filesFree,
    int blockSize,
    int nameLength) {}
