package io.windlass.image;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Files of a layer by their paths, which have no slash at the beginning. The directories above them
 * are added, with mode 0755.
 */
final class Tree {
  private final SortedMap<String, Content> files = new TreeMap<>();

  /** Puts something at a path, instead of what was there. */
  Tree put(String path, Content content) {
    for (int slash = path.indexOf('/'); slash > 0; slash = path.indexOf('/', slash + 1)) {
      files.putIfAbsent(path.substring(0, slash), new Content.Folder(0755));
    }
    files.put(path, content);
    return this;
  }

  /** Puts a text file at a path. */
  Tree text(String path, String text, int mode) {
    return put(path, new Content.Text(text, mode));
  }

  /** Puts all files below a directory at a path. */
  Tree copy(String path, Path directory) throws IOException {
    List<Path> all;
    try (Stream<Path> walk = Files.walk(directory)) {
      all = walk.toList();
    }
    for (Path each : all) {
      String name = path + "/" + directory.relativize(each);
      if (Files.isSymbolicLink(each)) {
        put(name, new Content.Link(Files.readSymbolicLink(each).toString()));
      } else if (Files.isRegularFile(each)) {
        put(name, Content.copy(each));
      }
    }
    return this;
  }

  /** Returns all, in the order of their paths. */
  SortedMap<String, Content> files() {
    return Collections.unmodifiableSortedMap(files);
  }
}
