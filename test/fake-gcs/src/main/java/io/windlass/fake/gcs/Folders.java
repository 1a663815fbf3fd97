package io.windlass.fake.gcs;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Folders of a bucket with a hierarchical namespace: cloud.google.com/storage/docs/hns-overview.
 */
final class Folders {
  /** A folder; its name ends with a slash. */
  record Folder(String name, long metageneration, Instant created, Instant updated) {}

  private final FakeClock clock;
  private final NavigableMap<String, Folder> all = new TreeMap<>(ObjectTable.ORDER);

  Folders(FakeClock clock) {
    this.clock = clock;
  }

  boolean isEmpty() {
    return all.isEmpty();
  }

  Stream<String> names() {
    return all.keySet().stream();
  }

  Stream<Folder> all() {
    return all.values().stream();
  }

  Optional<Folder> find(String name) {
    return Optional.ofNullable(all.get(name));
  }

  Folder make(String name) {
    Instant now = clock.now();
    Folder made = new Folder(name, 1, now, now);
    all.put(name, made);
    return made;
  }

  void remove(String name) {
    all.remove(name);
  }

  /** Returns the folders above the name of a folder, outermost first. */
  static List<String> above(String name) {
    return around(name.substring(0, name.length() - 1));
  }

  /**
   * Returns the folders around the name of an object, outermost first. If that ends with a slash,
   * it names a folder, too (the clients of gcsfuse rely on it: pull request 2291).
   */
  private static List<String> around(String name) {
    List<String> found = new ArrayList<>();
    for (int at = name.indexOf('/'); at >= 0; at = name.indexOf('/', at + 1)) {
      found.add(name.substring(0, at + 1));
    }
    return found;
  }

  boolean hasAbove(String name) {
    return above(name).stream().allMatch(all::containsKey);
  }

  /** Makes the folders around an object. */
  void makeAround(String object) {
    around(object).stream().filter(each -> !all.containsKey(each)).forEach(this::make);
  }

  boolean hasAround(String object) {
    return around(object).stream().allMatch(all::containsKey);
  }

  void makeAbove(String name) {
    above(name).stream().filter(each -> !all.containsKey(each)).forEach(this::make);
  }

  /** Moves a folder with those below it. */
  void rename(String from, String to) {
    List<Folder> moved =
        all.tailMap(from).values().stream().filter(f -> f.name().startsWith(from)).toList();
    moved.forEach(each -> all.remove(each.name()));
    moved.forEach(each -> {
      String name = to + each.name().substring(from.length());
      all.put(name, new Folder(name, each.metageneration() + 1, each.created(), clock.now()));
    });
  }
}
