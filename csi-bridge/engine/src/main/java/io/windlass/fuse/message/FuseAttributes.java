package io.windlass.fuse.message;

import java.time.Instant;

/**
 * Attributes of a node that stat(2) shows (struct fuse_attr).
 *
 * @param ino inode number that programs see
 * @param size size in bytes
 * @param blocks space used, in units of 512 bytes
 * @param mode file type and permissions, as in st_mode
 * @param uid owner, as an unsigned 32-bit number
 * @param gid group, as an unsigned 32-bit number
 * @param rdev device number of a device node, else 0
 * @param blockSize preferred size of reads and writes, in bytes
 */
public record FuseAttributes(
    long ino,
    long size,
    long blocks,
    Instant atime,
    Instant mtime,
    Instant ctime,
    int mode,
    int links,
    int uid,
    int gid,
    int rdev,
    int blockSize) {}
