package io.windlass.fs.tree;

import io.windlass.fs.Attributes;
import io.windlass.fs.FsException;
import io.windlass.fs.inode.Inode;
import io.windlass.fs.key.DirectoryKey;
import io.windlass.fs.posix.ObjectStat;
import io.windlass.fs.posix.StatMapper;
import io.windlass.fs.posix.UserAttributes;
import io.windlass.linux.Errno;
import io.windlass.object.ObjectReader;
import io.windlass.store.GetOptions;
import io.windlass.store.ObjectStore;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** Reads symbolic links and extended attributes. */
public final class Extras {
  private static final String KEY = "user.windlass.key";
  private static final String ETAG = "user.windlass.etag";

  private final ObjectStore store;
  private final Tree tree;
  private final StatMapper statMapper;

  public Extras(ObjectStore store, Tree tree, StatMapper statMapper) {
    this.store = store;
    this.tree = tree;
    this.statMapper = statMapper;
  }

  /** Reads the target of a symbolic link: the content of its object. */
  public String target(Inode node, ObjectStat stat) {
    int type = statMapper.file(node.ino(), stat).mode() & Attributes.TYPE_MASK;
    if (type != Attributes.SYMLINK) {
      throw new FsException(Errno.EINVAL, tree.path(node) + " is not a symbolic link");
    }
    try (ObjectReader reader =
        store.get(tree.path(node), GetOptions.ALL.withIfMatch(stat.revision()))) {
      return new String(reader.readAll(StatMapper.LONGEST_LINK), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new FsException(Errno.ENAMETOOLONG, "the target is longer than 4096 bytes");
    }
  }

  /** Returns whether a file or directory may have an attribute of this name. */
  public boolean mayHave(String name) {
    return name.equals(KEY) || name.equals(ETAG) || UserAttributes.is(name);
  }

  /**
   * Returns the names of the attributes of a directory whose marker has this metadata. Those that
   * the mount itself answers are not among them: programs that copy all attributes, as rsync and
   * tar, would set and remove them elsewhere.
   */
  public List<String> names(Map<String, String> described) {
    return UserAttributes.names(described);
  }

  /** The same of a file. */
  public List<String> names(ObjectStat stat) {
    return UserAttributes.names(stat.metadata().orElse(Map.of()));
  }

  /**
   * Returns the value of an attribute of a file.
   *
   * @throws FsException {@code ENODATA} if the file has no such attribute
   */
  public byte[] attribute(Inode node, ObjectStat stat, String name) {
    return switch (name) {
      case KEY -> bytes(tree.path(node));
      case ETAG -> bytes(stat.revision().token());
      default -> user(stat.metadata().orElse(Map.of()), name);
    };
  }

  /**
   * Returns the value of an attribute of a directory whose marker has this metadata.
   *
   * @throws FsException {@code ENODATA} if the directory has no such attribute
   */
  public byte[] attribute(Inode node, Map<String, String> described, String name) {
    if (!name.equals(KEY)) {
      return user(described, name);
    }
    DirectoryKey place = tree.place(node);
    return bytes(place.prefix() + place.begun());
  }

  private static byte[] user(Map<String, String> described, String name) {
    return UserAttributes.get(described, name)
        .orElseThrow(() -> new FsException(Errno.ENODATA, "no attribute " + name));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
