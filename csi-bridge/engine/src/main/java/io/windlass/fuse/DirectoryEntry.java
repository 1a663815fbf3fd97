package io.windlass.fuse;

import java.util.Optional;

/**
 * One line of a directory's listing.
 *
 * @param name at most 255 bytes in UTF-8
 * @param nextOffset the offset from which reading goes on after this entry; never 0. It must mean
 *     the same in every later process
 * @param ino the inode number that programs see, not 0
 * @param mode the file type of st_mode; the other bits do not matter
 * @param entry what READDIRPLUS hands the kernel beside the name, which adds one to the node's
 *     lookup count; empty for {@code .} and {@code ..}. Not used for READDIR
 */
public record DirectoryEntry(
    String name, long nextOffset, long ino, int mode, Optional<EntryReply> entry) {}
