package io.windlass.mounter.volume;

/**
 * Permissions of files and directories whose objects record none.
 *
 * @param files permission bits as in chmod(2)
 * @param directories permission bits as in chmod(2)
 */
public record Permissions(int files, int directories) {
  /** Default mask: only the owner may write. */
  public static final int UMASK = 022;

  /**
   * Returns all permissions except those in {@code mask}, like umask(2). Files are not executable.
   */
  public static Permissions masked(int mask) {
    return new Permissions(0666 & ~mask, 0777 & ~mask);
  }
}
