package io.windlass.fuse;

import io.windlass.fuse.message.FuseAttributes;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/** A file, directory or link of a {@link MemoryFileSystem}, whose lock guards it. */
final class MemoryNode {
  static final int TYPE = 0170000;
  static final int DIRECTORY = 0040000;
  static final int REGULAR = 0100000;
  static final int LINK = 0120000;

  final long id;
  int mode;
  int uid;
  int gid;
  int rdev;
  int links = 1;
  Instant accessed = Instant.now();
  Instant modified = accessed;
  Instant changed = accessed;
  byte[] data = {};
  String target = "";
  final Map<String, Long> children = new LinkedHashMap<>();
  final Map<String, byte[]> xattrs = new LinkedHashMap<>();

  MemoryNode(long id, int mode) {
    this.id = id;
    this.mode = mode;
  }

  boolean isDirectory() {
    return (mode & TYPE) == DIRECTORY;
  }

  void resize(long size) {
    data = Arrays.copyOf(data, Math.toIntExact(size));
    touch();
  }

  void write(byte[] bytes, long offset) {
    if (offset + bytes.length > data.length) {
      resize(offset + bytes.length);
    }
    System.arraycopy(bytes, 0, data, (int) offset, bytes.length);
    touch();
  }

  byte[] read(long offset, int size) {
    int from = (int) Math.min(offset, data.length);
    return Arrays.copyOfRange(data, from, (int) Math.min((long) from + size, data.length));
  }

  void touch() {
    modified = Instant.now();
    changed = modified;
  }

  FuseAttributes attributes() {
    long size = (mode & TYPE) == LINK ? target.length() : data.length;
    return new FuseAttributes(
        id,
        size,
        (size + 511) / 512,
        accessed,
        modified,
        changed,
        mode,
        links,
        uid,
        gid,
        rdev,
        4096);
  }
}
