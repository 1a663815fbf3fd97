package io.windlass.fs.inode;

import java.util.List;

/** Kind of a node. */
public enum Kind {
  /** A directory: all keys that begin with the node's path and a slash. */
  DIRECTORY(0, "DIRECTORY"),
  /** A file: one object. */
  FILE(1, "FILE"),
  /** A directory for the beginning of a name that is too long. The rest of the name is in it. */
  PART(2, "PART");

  private static final List<Kind> ALL = List.of(values());

  private final int code;
  private final String label;

  Kind(int code, String label) {
    this.code = code;
    this.label = label;
  }

  /** Returns the text of which inode numbers are made. It must stay the same in every version. */
  public String label() {
    return label;
  }

  /** Returns the code of the kind in files. */
  int code() {
    return code;
  }

  /** Returns whether a kind has this code. */
  static boolean is(int code) {
    return code >= 0 && code < ALL.size();
  }

  /** Returns the kind with this code. */
  static Kind of(int code) {
    return ALL.get(code);
  }
}
