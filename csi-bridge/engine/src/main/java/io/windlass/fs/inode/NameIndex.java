package io.windlass.fs.inode;

import java.util.Arrays;

/** The ids of nodes that have a name, by parent, kind and name. Open addressing; 0 is empty. */
final class NameIndex {
  private final Source nodes;
  private int[] index = new int[1024];
  private int count;

  /** Where parents and names are. */
  interface Source {
    long parent(int id);

    Kind kind(int id);

    byte[] text(int id);
  }

  NameIndex(Source nodes) {
    this.nodes = nodes;
  }

  /** The node of this name, or 0. */
  int find(long parent, Kind kind, byte[] text) {
    return index[slot(parent, kind, text)];
  }

  /** Adds a node under the name that it has now, which none in here has. */
  void add(int id) {
    count++;
    if (count > index.length / 2) {
      int[] old = index;
      index = new int[old.length * 2];
      for (int moved : old) {
        if (moved != 0) {
          index[slot(moved)] = moved;
        }
      }
    }
    index[slot(id)] = id;
  }

  /** Removes a node while it still has the name that it was added with. */
  void remove(int id) {
    count--;
    int gap = slot(id);
    index[gap] = 0;
    // What stands behind the gap might not be found any more.
    for (int at = next(gap); index[at] != 0; at = next(at)) {
      int moved = index[at];
      index[at] = 0;
      index[slot(moved)] = moved;
    }
  }

  private int slot(int id) {
    return slot(nodes.parent(id), nodes.kind(id), nodes.text(id));
  }

  private int slot(long parent, Kind kind, byte[] text) {
    int at = hash(parent, kind, text) & index.length - 1;
    while (index[at] != 0 && !isNamed(index[at], parent, kind, text)) {
      at = next(at);
    }
    return at;
  }

  private int next(int at) {
    return at + 1 & index.length - 1;
  }

  private boolean isNamed(int id, long parent, Kind kind, byte[] text) {
    return nodes.parent(id) == parent
        && nodes.kind(id) == kind
        && Arrays.equals(nodes.text(id), text);
  }

  private static int hash(long parent, Kind kind, byte[] text) {
    int hash = Arrays.hashCode(text) * 31 + Long.hashCode(parent * 0x9E3779B97F4A7C15L);
    hash = (hash * 31 + kind.code()) * 0x9E3779B9;
    return hash ^ hash >>> 15;
  }
}
