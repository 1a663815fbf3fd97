package io.windlass.fs;

/**
 * Space of a volume that statfs(2) shows.
 *
 * @param blockSize unit of {@code blocks} and {@code free}, in bytes
 * @param blocks number of blocks in all
 * @param free number of free blocks
 * @param objects most files and directories
 * @param objectsFree number of further files and directories that may be created
 * @param nameLength longest name, in bytes
 */
public record Space(
    int blockSize, long blocks, long free, long objects, long objectsFree, int nameLength) {}
