package io.windlass.fs;

import io.windlass.store.Errno;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/** Nodes and where they are in the bucket. */
final class Tree {
  private final InodeTable inodes;
  private final String prefix;
  private final Look look;
  private final Metadata metadata;

  Tree(InodeTable inodes, VolumeOptions options, Look look, Metadata metadata) {
    this.inodes = inodes;
    this.prefix = options.prefix();
    this.look = look;
    this.metadata = metadata;
  }

  /** The node of this id; {@code ESTALE} if there is none any more. */
  Inode node(long id) {
    return inodes
        .get(id)
        .orElseThrow(() -> new FsException(Errno.ESTALE, "node %d is not known".formatted(id)));
  }

  /** A directory, also one of long names. */
  Inode directory(long id) {
    Inode node = node(id);
    if (node.kind() == Kind.FILE) {
      throw new FsException(Errno.ENOTDIR, path(node) + " is a file");
    }
    return node;
  }

  /** The path in the bucket of a node: the key of a file; of a directory the prefix, unslashed. */
  String path(Inode node) {
    Deque<String> parts = new ArrayDeque<>();
    Inode at = node;
    while (at.id() != FileSystem.ROOT) {
      parts.push(at.text());
      at = node(at.parent());
      if (at.kind() == Kind.DIRECTORY && at.id() != FileSystem.ROOT) {
        parts.push("/");
      }
    }
    return prefix + String.join("", parts);
  }

  /** Where that what is in a directory lies. */
  Place place(Inode directory) {
    String begun = "";
    int depth = 0;
    Inode at = directory;
    while (at.kind() == Kind.PART) {
      begun = at.text() + begun;
      depth++;
      at = node(at.parent());
    }
    return new Place(at.id() == FileSystem.ROOT ? prefix : path(at) + "/", begun, depth);
  }

  /** The node of an object or directory; counts a lookup. */
  Node take(Inode parent, Place place, Line line) {
    String path = place.prefix() + place.begun() + line.text();
    long ino = ino(path, line.kind());
    long version = line.facts().map(Facts::version).orElse(0L);
    Inode inode = inodes.take(parent.id(), line.kind(), line.text(), version, ino);
    Attributes attributes =
        line.facts()
            .map(facts -> look.file(inode.ino(), facts))
            .orElseGet(() -> look.directory(inode.ino()));
    return new Node(
        inode.id(),
        inode.generation(),
        attributes,
        metadata.valid(new Entry(true, Optional.empty(), line.asked())));
  }

  /** The number that programs see of a node that is there or would be made. */
  long ino(Inode parent, Place place, Line line) {
    return inodes
        .find(parent.id(), line.kind(), line.text())
        .map(Inode::ino)
        .orElseGet(() -> ino(place.prefix() + place.begun() + line.text(), line.kind()));
  }

  private static long ino(String path, Kind kind) {
    return Hash.of(kind + path);
  }
}
