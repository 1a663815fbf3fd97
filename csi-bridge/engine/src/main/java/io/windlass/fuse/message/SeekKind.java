package io.windlass.fuse.message;

/** Kind of position that LSEEK asks for; the kernel answers the other kinds of lseek(2) itself. */
public enum SeekKind {
  /** The next byte that is not in a hole. */
  DATA,
  /** The next hole; the end of the file counts as one. */
  HOLE
}
