package io.windlass.fuse.message;

import java.util.Optional;

/**
 * One entry of a directory listing.
 *
 * @param name at most 255 bytes in UTF-8
 * @param nextOffset offset at which reading continues after this entry; never 0. It must mean the
 *     same in every later process
 * @param ino inode number that programs see, not 0
 * @param mode file type as in st_mode; the other bits do not matter
 * @param entry what READDIRPLUS tells the kernel beside the name, which adds one to the node's
 *     lookup count; empty for {@code .} and {@code ..}. Not used for READDIR
 */
public record DirectoryEntry(
    String name, long nextOffset, long ino, int mode, Optional<EntryReply> entry) {}
