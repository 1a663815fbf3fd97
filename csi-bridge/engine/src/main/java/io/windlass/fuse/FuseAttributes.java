package io.windlass.fuse;

import java.time.Instant;

/**
 * What stat(2) shows of a node (struct fuse_attr).
 *
 * @param ino the inode number that programs see
 * @param size in bytes
 * @param blocks space taken, in units of 512 bytes
 * @param mode file type and permissions, as st_mode
 * @param uid owner, as a 32-bit number
 * @param gid group, as a 32-bit number
 * @param rdev device number of a device node, else 0
 * @param blockSize the size of reads and writes that serves best, in bytes
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
