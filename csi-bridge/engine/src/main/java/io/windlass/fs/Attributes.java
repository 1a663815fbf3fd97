package io.windlass.fs;

import java.time.Instant;

/**
 * What stat(2) shows of a node.
 *
 * @param ino the inode number that programs see; never 0
 * @param size in bytes
 * @param mode file type and permissions, as st_mode
 * @param links 1 for files that have a name; of a directory {@link #UNCOUNTED}
 * @param accessed what it was said to have been accessed at, else when the content changed last
 * @param modified when the content changed last
 * @param changed when anything about it changed last
 */
public record Attributes(
    long ino,
    long size,
    int mode,
    int links,
    int uid,
    int gid,
    Instant accessed,
    Instant modified,
    Instant changed) {
  /** The bits of a mode that say the file type. */
  public static final int TYPE_MASK = 0170000;

  /** The type of a directory. */
  public static final int DIRECTORY = 0040000;

  /** The type of a regular file. */
  public static final int REGULAR = 0100000;

  /** The type of a symbolic link. */
  public static final int SYMLINK = 0120000;

  /**
   * The links of a directory. Elsewhere they are two and one for each directory in it, and programs
   * like find look for no more directories than that; 1 tells them that nobody counted.
   */
  public static final int UNCOUNTED = 1;

  /** In a directory: what is made in it is of its group. */
  public static final int SET_GROUP_ID = 02000;

  /** Whether this is a directory. */
  public boolean isDirectory() {
    return (mode & TYPE_MASK) == DIRECTORY;
  }

  /** Whether what is made in it is of its group. */
  public boolean isSetGroupId() {
    return (mode & SET_GROUP_ID) != 0;
  }

  /** Space taken, in the units of 512 bytes that st_blocks counts in. */
  public long blocks() {
    return (size + 511) / 512;
  }
}
