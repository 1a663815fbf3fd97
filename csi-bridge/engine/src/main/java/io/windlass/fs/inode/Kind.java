package io.windlass.fs.inode;

import java.util.List;

/** What a node is. */
public enum Kind {
  /** All keys that begin with the node's name and a slash. */
  DIRECTORY(0),
  /** One object. */
  FILE(1),
  /** The beginning of a name that is too long to be one; what goes on from it lies in it. */
  PART(2);

  private static final List<Kind> ALL = List.of(values());

  private final int code;

  Kind(int code) {
    this.code = code;
  }

  /** What stands for it in files. */
  int code() {
    return code;
  }

  /** Whether a kind has this code. */
  static boolean is(int code) {
    return code >= 0 && code < ALL.size();
  }

  /** The kind of this code. */
  static Kind of(int code) {
    return ALL.get(code);
  }
}
