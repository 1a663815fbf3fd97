package io.windlass.linux;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toUnmodifiableSet;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Table of mounts from /proc/self/mountinfo. Reading it accesses no mount, which might hang. The
 * kernel takes longer to write it the more mounts there are: who needs one asks by {@link #lookUp}.
 *
 * <p>The table contains hidden mounts, too: one that another mount at the same path covers, and one
 * below a directory on which something else was mounted later. No path leads to those.
 */
public final class MountTable {
  private static final Path FILE = Path.of("/proc/self/mountinfo");

  private final List<MountPoint> mounts;
  private final Map<Path, List<MountPoint>> byPath;
  private final Set<Integer> listed;

  private MountTable(List<MountPoint> mounts) {
    this.mounts = List.copyOf(mounts);
    this.byPath = mounts.stream().collect(groupingBy(MountPoint::path));
    this.listed = mounts.stream().map(MountPoint::id).collect(toUnmodifiableSet());
  }

  /** Reads the mounts that this process sees now. */
  public static MountTable read() throws IOException {
    // Not readString: names of other programs need not be UTF-8.
    return parse(new String(Files.readAllBytes(FILE), StandardCharsets.UTF_8));
  }

  /**
   * Returns the mount that is visible at {@code path} now, as {@link #at} of a table that is read
   * now does. Takes the same time however many mounts there are, where the kernel can tell of one.
   */
  public static Optional<MountPoint> lookUp(Path path) throws IOException {
    return switch (StatMount.at(path)) {
      case StatMount.Found(MountPoint mount) -> Optional.of(mount);
      case StatMount.Nothing _ -> Optional.empty();
      case StatMount.Unknown _ -> read().at(path);
    };
  }

  /** Parses the text of a mountinfo file. Leaves out lines that cannot be parsed. */
  static MountTable parse(String text) {
    List<MountPoint> mounts = new ArrayList<>();
    // Not lines(): a carriage return is not escaped and is part of a name.
    for (String line : text.split("\n", -1)) {
      parseLine(line).ifPresent(mounts::add);
    }
    return new MountTable(mounts);
  }

  /** Returns the mounts in the order in which they were made. */
  public List<MountPoint> mounts() {
    return mounts;
  }

  /**
   * Returns the mount that is visible at {@code path}, which must be absolute and without symbolic
   * links. The path is walked from the root as the kernel does it, from each mount to the one that
   * is mounted on it.
   */
  public Optional<MountPoint> at(Path path) {
    Optional<MountPoint> reached = Optional.empty();
    for (Path place : upTo(path)) {
      for (Optional<MountPoint> on = on(reached, place); on.isPresent(); on = on(reached, place)) {
        reached = on;
      }
    }
    return reached.filter(mount -> mount.path().equals(path));
  }

  /** Returns the root and every further prefix of {@code path}, up to the path itself. */
  private static List<Path> upTo(Path path) {
    List<Path> all = new ArrayList<>();
    for (Optional<Path> each = Optional.of(path);
        each.isPresent();
        each = each.map(Path::getParent)) {
      all.addFirst(each.get());
    }
    return all;
  }

  /**
   * Returns the last mount at {@code place} on the mount {@code below}. Empty {@code below}: on a
   * mount that the table does not list.
   */
  private Optional<MountPoint> on(Optional<MountPoint> below, Path place) {
    return byPath.getOrDefault(place, List.of()).stream()
        .filter(mount -> isOn(mount, below))
        .reduce((earlier, later) -> later);
  }

  private boolean isOn(MountPoint mount, Optional<MountPoint> below) {
    boolean isBottom = mount.parent() == mount.id() || !listed.contains(mount.parent());
    return below.map(each -> !isBottom && mount.parent() == each.id()).orElse(isBottom);
  }

  /** Returns whether the path of a mount leads to it, that is, no other mount hides it. */
  public boolean isSeen(MountPoint mount) {
    return at(mount.path()).filter(mount::equals).isPresent();
  }

  private static Optional<MountPoint> parseLine(String line) {
    // 36 35 98:0 /root /path rw,noatime shared:1 master:2 - type source rw,option
    String[] fields = line.split(" ", -1);
    int dash = 6;
    while (dash < fields.length && !fields[dash].equals("-")) {
      dash++;
    }
    if (dash + 3 >= fields.length) {
      return Optional.empty();
    }
    String[] device = fields[2].split(":", 2);
    List<String> flags = List.of(fields[5].split(",", -1));
    try {
      return Optional.of(
          new MountPoint(
              Integer.parseInt(fields[0]),
              Integer.parseInt(fields[1]),
              Integer.parseInt(device[0]),
              Integer.parseInt(device.length == 2 ? device[1] : ""),
              Path.of(unescape(fields[4])),
              flags.contains("ro"),
              flags.contains("noexec"),
              unescape(fields[dash + 1]),
              unescape(fields[dash + 2])));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** Decodes a field. Space, tab, newline and backslash are written as three octal digits. */
  private static String unescape(String field) {
    if (field.indexOf('\\') < 0) {
      return field;
    }
    StringBuilder plain = new StringBuilder();
    for (int i = 0; i < field.length(); i++) {
      if (field.charAt(i) == '\\' && i + 3 < field.length()) {
        plain.append((char) Integer.parseInt(field.substring(i + 1, i + 4), 8));
        i += 3;
      } else {
        plain.append(field.charAt(i));
      }
    }
    return plain.toString();
  }
}
