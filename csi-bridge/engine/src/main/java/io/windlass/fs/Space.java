package io.windlass.fs;

/**
 * What statfs(2) shows.
 *
 * @param blockSize in bytes; the unit of the next two
 * @param blocks all there is
 * @param free what is left
 * @param objects how many files and directories there may be
 * @param objectsFree how many of them there are not yet
 * @param nameLength longest name, in bytes
 */
public record Space(
    int blockSize, long blocks, long free, long objects, long objectsFree, int nameLength) {}
