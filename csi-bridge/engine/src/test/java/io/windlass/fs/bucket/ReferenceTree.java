package io.windlass.fs.bucket;

import io.windlass.linux.Errno;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What operations come to that happen once each, one after the other. Things are told apart by what
 * they were called first; those that are made later by a name of their own.
 */
final class ReferenceTree {
  static final String ROOT = "/";

  /**
   * @param parent empty: it has no name any more
   */
  record Thing(
      boolean directory, Optional<String> parent, String name, String content, Set<String> said) {
    Thing unlinked() {
      return new Thing(directory, Optional.empty(), name, content, said);
    }

    Thing at(String directoryNow, String nameNow) {
      return new Thing(directory, Optional.of(directoryNow), nameNow, content, said);
    }

    Thing with(String contentNow) {
      return new Thing(directory, parent, name, contentNow, said);
    }

    Thing saying(Set<String> saidNow) {
      return new Thing(directory, parent, name, content, saidNow);
    }
  }

  private final Map<String, Thing> things;

  ReferenceTree() {
    things = new TreeMap<>();
    things.put(ROOT, new Thing(true, Optional.of(""), "", "", Set.of()));
  }

  private ReferenceTree(Map<String, Thing> things) {
    this.things = new TreeMap<>(things);
  }

  ReferenceTree copy() {
    return new ReferenceTree(things);
  }

  ReferenceTree with(String id, boolean directory, String parent, String name, String content) {
    things.put(id, new Thing(directory, Optional.of(parent), name, content, Set.of()));
    return this;
  }

  Thing thing(String id) {
    Thing thing = things.get(id);
    if (thing == null) {
      throw new IllegalStateException(id);
    }
    return thing;
  }

  void set(String id, Thing thing) {
    things.put(id, thing);
  }

  /** Returns what is at a name. */
  Optional<String> at(String directory, String name) {
    return things.entrySet().stream()
        .filter(entry ->
            entry.getValue().parent.equals(Optional.of(directory))
                && entry.getValue().name.equals(name))
        .map(Map.Entry::getKey)
        .findFirst();
  }

  boolean isEmpty(String directory) {
    return things.values().stream().noneMatch(thing -> thing.parent.equals(Optional.of(directory)));
  }

  /** Returns whether entries can be made in a directory. */
  boolean lives(String directory) {
    return directory.equals(ROOT) || thing(directory).parent.isPresent();
  }

  String unlink(String directory, String name) {
    at(directory, name).ifPresent(id -> set(id, thing(id).unlinked()));
    return "ok";
  }

  String rmdir(String directory, String name) {
    String id = at(directory, name).orElseThrow();
    if (!isEmpty(id)) {
      return Errno.ENOTEMPTY.name();
    }
    set(id, thing(id).unlinked());
    return "ok";
  }

  String rename(String from, String name, String to, String newName, boolean replace) {
    Optional<String> moved = at(from, name);
    Optional<String> there = at(to, newName);
    if (moved.isEmpty()) {
      return Errno.ENOENT.name();
    }
    if (there.isPresent()) {
      if (!replace) {
        return Errno.EEXIST.name();
      }
      if (thing(there.get()).directory && !isEmpty(there.get())) {
        return Errno.ENOTEMPTY.name();
      }
      set(there.get(), thing(there.get()).unlinked());
    }
    set(moved.get(), thing(moved.get()).at(to, newName));
    return "ok";
  }

  /** All that has a name: directories end in a slash, files say what is in them. */
  Set<String> shown() {
    Set<String> all = new TreeSet<>();
    new HashSet<>(things.keySet())
        .forEach(id ->
            path(id)
                .filter(path -> !path.isEmpty())
                .ifPresent(path ->
                    all.add(thing(id).directory ? path + "/" : path + "=" + thing(id).content)));
    return all;
  }

  private Optional<String> path(String id) {
    if (id.equals(ROOT)) {
      return Optional.of("");
    }
    Thing thing = thing(id);
    return thing
        .parent
        .flatMap(this::path)
        .map(above -> above.isEmpty() ? thing.name : above + "/" + thing.name);
  }
}
