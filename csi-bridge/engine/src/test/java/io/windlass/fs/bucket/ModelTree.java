package io.windlass.fs.bucket;

import io.windlass.fs.key.FileNames;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Expected tree of a bucket, made from all of its keys in the simplest way. */
final class ModelTree {
  private final Map<String, ModelTree> directories = new TreeMap<>();
  private final Map<String, byte[]> files = new TreeMap<>();
  private final Map<String, String> keys = new TreeMap<>();

  /** The tree of all keys below a prefix. */
  static ModelTree of(Map<String, byte[]> objects, String prefix) {
    ModelTree segments = new ModelTree();
    objects.forEach((key, content) -> {
      if (key.startsWith(prefix)) {
        segments.add(key.substring(prefix.length()).split("/", -1), key, content);
      }
    });
    return segments.shown();
  }

  private void add(String[] segments, String key, byte[] content) {
    ModelTree at = this;
    for (int i = 0; i < segments.length - 1; i++) {
      at = at.directories.computeIfAbsent(segments[i], _ -> new ModelTree());
    }
    String last = segments[segments.length - 1];
    if (!last.isEmpty() || content.length > 0) {
      at.files.put(last, content);
      at.keys.put(last, key);
    }
  }

  /** Returns this tree with names instead of segments. */
  private ModelTree shown() {
    ModelTree shown = new ModelTree();
    directories.forEach((segment, below) -> {
      List<String> pieces =
          FileNames.pieces(FileNames.shown(new FileNames.Segment(segment, false)));
      shown.part(pieces).directories.put(pieces.getLast(), below.shown());
    });
    files.forEach((segment, content) -> {
      boolean beside = directories.containsKey(segment);
      List<String> pieces =
          FileNames.pieces(FileNames.shown(new FileNames.Segment(segment, beside)));
      ModelTree in = shown.part(pieces);
      in.files.put(pieces.getLast(), content);
      in.keys.put(pieces.getLast(), keys.getOrDefault(segment, ""));
    });
    return shown;
  }

  private ModelTree part(List<String> pieces) {
    ModelTree at = this;
    for (String piece : pieces.subList(0, pieces.size() - 1)) {
      at = at.directories.computeIfAbsent(piece, _ -> new ModelTree());
    }
    return at;
  }

  Map<String, ModelTree> directories() {
    return directories;
  }

  Map<String, byte[]> files() {
    return files;
  }

  /** The key of a file. */
  String key(String name) {
    return keys.getOrDefault(name, "");
  }

  /** The names, with a slash behind those of directories. */
  Set<String> names() {
    Set<String> names = new TreeSet<>(files.keySet());
    directories.keySet().forEach(name -> names.add(name + "/"));
    return names;
  }

  /** The directory that a path of names leads to. */
  Optional<ModelTree> directory(List<String> path) {
    @Nullable ModelTree at = this;
    for (String name : path) {
      at = at == null ? null : at.directories.get(name);
    }
    return Optional.ofNullable(at);
  }

  /** Counts the files of the whole tree. */
  int count() {
    return files.size() + directories.values().stream().mapToInt(ModelTree::count).sum();
  }
}
