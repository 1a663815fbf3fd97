package io.windlass.fs.bucket;

import io.windlass.linux.Errno;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Model of a file system in the simplest form: a tree in memory. */
final class ModelFiles {
  /** A directory or a file. */
  sealed interface Thing {}

  /**
   * Directory with its entries by name, and its mode. Two directories with equal contents are not
   * the same.
   */
  record Directory(Map<String, Thing> things, AtomicInteger mode) implements Thing {
    Directory(int mode) {
      this(new TreeMap<>(), new AtomicInteger(mode));
    }
  }

  /** A file, which those who have it open see after it has no name any more. */
  static final class File implements Thing {
    private byte[] content = {};
    private int mode;
    private final Map<String, String> attributes = new TreeMap<>();

    File(int mode) {
      this.mode = mode;
    }

    byte[] content() {
      return content;
    }

    int mode() {
      return mode;
    }

    Map<String, String> attributes() {
      return attributes;
    }

    void chmod(int to) {
      mode = to;
    }

    void truncate(int size) {
      content = Arrays.copyOf(content, size);
    }

    void write(int offset, byte[] data) {
      content = Arrays.copyOf(content, Math.max(content.length, offset + data.length));
      System.arraycopy(data, 0, content, offset, data.length);
    }
  }

  private ModelFiles() {}

  /** Removes the name, and returns the expected error. */
  static Optional<Errno> rmdir(Directory parent, String name) {
    if (parent.things.get(name) instanceof Directory directory && !directory.things.isEmpty()) {
      return Optional.of(Errno.ENOTEMPTY);
    }
    parent.things.remove(name);
    return Optional.empty();
  }

  /**
   * Renames, and returns the expected error. Renames that the kernel refuses itself are not tried.
   */
  static Optional<Errno> rename(
      Directory from, String name, Directory to, String newName, boolean replace) {
    @Nullable Thing there = to.things.get(newName);
    if (there != null && !replace) {
      return Optional.of(Errno.EEXIST);
    }
    if (there instanceof Directory directory && !directory.things.isEmpty()) {
      return Optional.of(Errno.ENOTEMPTY);
    }
    @Nullable Thing moved = from.things.remove(name);
    if (moved == null) {
      return Optional.of(Errno.ENOENT);
    }
    to.things.put(newName, moved);
    return Optional.empty();
  }

  /** The keys that a bucket must have for this, below a prefix, with what is in them. */
  static Map<String, byte[]> keys(Directory directory, String prefix) {
    Map<String, byte[]> keys = new TreeMap<>();
    directory.things.forEach((name, thing) -> {
      switch (thing) {
        case File file -> keys.put(prefix + name, file.content);
        case Directory inner -> keys.putAll(keys(inner, prefix + name + "/"));
      }
    });
    return keys;
  }

  /** The directories, below a prefix and with a slash at the end. */
  static Map<String, Directory> directories(Directory directory, String prefix) {
    Map<String, Directory> all = new TreeMap<>();
    directory.things.forEach((name, thing) -> {
      if (thing instanceof Directory inner) {
        all.put(prefix + name + "/", inner);
        all.putAll(directories(inner, prefix + name + "/"));
      }
    });
    return all;
  }
}
