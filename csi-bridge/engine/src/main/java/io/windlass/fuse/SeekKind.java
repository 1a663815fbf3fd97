package io.windlass.fuse;

/** What LSEEK looks for; the kernel answers the other kinds itself. */
public enum SeekKind {
  /** The next byte that is not in a hole. */
  DATA,
  /** The next hole; the end of the file counts as one. */
  HOLE
}
