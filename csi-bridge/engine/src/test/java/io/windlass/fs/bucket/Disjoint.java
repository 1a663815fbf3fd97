package io.windlass.fs.bucket;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Which programs the kernel lets run at once: it asks for one change at a time in each directory,
 * and for one at a time of each file.
 */
final class Disjoint {
  private Disjoint() {}

  static List<List<InFlight>> of(List<List<InFlight>> programs) {
    Set<String> used = new HashSet<>();
    List<List<InFlight>> chosen = new ArrayList<>();
    for (List<InFlight> program : programs) {
      Set<String> locks = new HashSet<>();
      program.forEach(operation -> locks.addAll(locks(operation)));
      if (locks.stream().noneMatch(used::contains)) {
        used.addAll(locks);
        chosen.add(program);
      }
    }
    return chosen;
  }

  private static Set<String> locks(InFlight operation) {
    return switch (operation) {
      case InFlight.Rename r ->
          set(r.from(), r.to(), file(r.from(), r.name()), file(r.to(), r.newName()));
      case InFlight.Unlink r -> set(r.directory(), file(r.directory(), r.name()));
      case InFlight.Rmdir r -> set(r.directory(), r.name());
      case InFlight.Mkdir r -> set(r.directory());
      case InFlight.Symlink r -> set(r.directory());
      case InFlight.Create r -> set(r.directory());
      case InFlight.Open r -> set("handle " + r.file(), "file " + r.file());
      case InFlight.Write r -> set("file " + r.file(), "handle " + r.file());
      case InFlight.Flush r -> set("handle " + r.file());
      case InFlight.Release r -> set("handle " + r.file());
      // Who looks into a directory while its objects are being moved may miss one.
      case InFlight.Look r -> set("file " + r.directory());
      case InFlight.Truncate r -> set("file " + r.file());
      // What is below a directory that is renamed may be another version then: ESTALE, and the
      // kernel looks it up again.
      case InFlight.Touch r -> set("file " + r.file(), "file " + r.file().split("/", -1)[0]);
      case InFlight.Say r -> set("file " + r.thing());
      case InFlight.Unsay r -> set("file " + r.thing());
    };
  }

  private static String file(String directory, String name) {
    return "file " + (directory.equals("/") ? "" : directory + "/") + name;
  }

  private static Set<String> set(String... all) {
    return new HashSet<>(List.of(all));
  }
}
