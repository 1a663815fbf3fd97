package io.windlass.mounter;

/**
 * What may be done with files and directories that do not say so themselves.
 *
 * @param files bits of chmod(2)
 * @param directories bits of chmod(2)
 */
public record Permissions(int files, int directories) {
  /** The mask where none is given: only the owner may write. */
  public static final int UMASK = 022;

  /** All but what {@code mask} takes away, as umask(2) has it. */
  public static Permissions masked(int mask) {
    return new Permissions(0666 & ~mask, 0777 & ~mask);
  }
}
