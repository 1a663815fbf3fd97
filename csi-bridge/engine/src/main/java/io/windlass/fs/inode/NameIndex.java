package io.windlass.fs.inode;

import java.util.Arrays;

/**
 * Hash table of the ids of named nodes, by parent, kind and name. Open addressing; 0 marks an empty
 * slot.
 */
final class NameIndex {
  private final Source nodes;
  private int[] index = new int[64];
  private int count;

  /** Supplies parents, kinds and names of nodes. */
  interface Source {
    long parent(int id);

    Kind kind(int id);

    byte[] text(int id);
  }

  NameIndex(Source nodes) {
    this.nodes = nodes;
  }

  /** Returns the id of the node with this name, or 0. */
  int find(long parent, Kind kind, byte[] text) {
    return index[slot(parent, kind, text)];
  }

  /** Adds a node under its present name, which no other node in the table has. */
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

  /** Removes a node, which must still have the name under which it was added. */
  void remove(int id) {
    count--;
    int gap = slot(id);
    index[gap] = 0;
    // Entries after the gap might not be found any more, so they are added again.
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
