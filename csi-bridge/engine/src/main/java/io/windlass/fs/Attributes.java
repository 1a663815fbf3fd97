package io.windlass.fs;

import java.time.Instant;

/**
 * Attributes of a node that stat(2) shows.
 *
 * @param ino inode number that programs see; never 0
 * @param size size in bytes
 * @param mode file type and permissions, as in st_mode
 * @param links 1 for files that have a name, 0 for those that have none any more; {@link
 *     #UNCOUNTED} for directories
 * @param accessed atime: the access time that was set explicitly, else the mtime
 * @param modified mtime: when the content last changed
 * @param changed ctime: when content or attributes last changed
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
  /** Bits of a mode that encode the file type. */
  public static final int TYPE_MASK = 0170000;

  /** File type of a directory. */
  public static final int DIRECTORY = 0040000;

  /** File type of a regular file. */
  public static final int REGULAR = 0100000;

  /** File type of a symbolic link. */
  public static final int SYMLINK = 0120000;

  /**
   * Link count of a directory. Other file systems count two links and one for each subdirectory,
   * and programs like find look for no more subdirectories than that; 1 tells them that the
   * subdirectories are not counted.
   */
  public static final int UNCOUNTED = 1;

  /** Bit of a directory's mode: new files in it get the group of the directory. */
  public static final int SET_GROUP_ID = 02000;

  /** Returns whether this is a directory. */
  public boolean isDirectory() {
    return (mode & TYPE_MASK) == DIRECTORY;
  }

  /** Returns whether new files in the directory get its group. */
  public boolean isSetGroupId() {
    return (mode & SET_GROUP_ID) != 0;
  }

  /** Returns the space used in units of 512 bytes, as in st_blocks. */
  public long blocks() {
    return (size + 511) / 512;
  }
}
