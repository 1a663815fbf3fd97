package io.windlass.fs;

import io.windlass.store.Errno;
import io.windlass.store.GetOptions;
import io.windlass.store.ObjectReader;
import io.windlass.store.ObjectStore;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Symbolic links and extended attributes. */
final class Extras {
  private static final String KEY = "user.windlass.key";
  private static final String ETAG = "user.windlass.etag";
  private static final int LONGEST_LINK = 4096;

  private final ObjectStore store;
  private final Tree tree;
  private final Look look;

  Extras(ObjectStore store, Tree tree, Look look) {
    this.store = store;
    this.tree = tree;
    this.look = look;
  }

  /** What a symbolic link says: the content of its object. */
  String target(Inode node, Facts facts) {
    int type = look.file(node.ino(), facts).mode() & Attributes.TYPE_MASK;
    if (type != Attributes.SYMLINK) {
      throw new FsException(Errno.EINVAL, tree.path(node) + " is not a symbolic link");
    }
    try (ObjectReader reader =
        store.get(tree.path(node), GetOptions.ALL.withIfMatch(facts.etag()))) {
      return new String(reader.readAll(LONGEST_LINK), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new FsException(Errno.ENAMETOOLONG, "the target is longer than 4096 bytes");
    }
  }

  /** Whether there is any use in asking for an attribute of this name. */
  boolean mayHave(String name) {
    return name.equals(KEY) || name.equals(ETAG);
  }

  List<String> names(Inode node) {
    return node.kind() == Kind.FILE ? List.of(KEY, ETAG) : List.of(KEY);
  }

  /** An attribute of a file. */
  byte[] attribute(Inode node, Facts facts, String name) {
    return bytes(name.equals(KEY) ? tree.path(node) : facts.etag());
  }

  /** An attribute of a directory. */
  byte[] attribute(Inode node, String name) {
    if (!name.equals(KEY)) {
      throw new FsException(Errno.ENODATA, "no attribute " + name);
    }
    Place place = tree.place(node);
    return bytes(place.prefix() + place.begun());
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
