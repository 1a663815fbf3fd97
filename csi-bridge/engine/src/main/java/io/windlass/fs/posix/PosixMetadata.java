package io.windlass.fs.posix;

import io.windlass.fs.Attributes;
import io.windlass.fs.Caller;
import io.windlass.fs.Changes;
import io.windlass.object.ModifiedTime;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * POSIX attributes in the metadata of objects, of files as well as of directory markers: mode,
 * owner and times, under the names that s3fs established.
 */
public final class PosixMetadata {
  /** Name of the mtime: when the content was changed. */
  static final String MODIFIED = ModifiedTime.NAME;

  private static final String ACCESSED = "atime";
  private static final String CHANGED = "ctime";
  private static final String MODE = "mode";
  private static final String UID = "uid";
  private static final String GID = "gid";

  private PosixMetadata() {}

  /** Returns the metadata of a new file or directory. */
  public static Map<String, String> of(int mode, Caller owner) {
    return Map.of(
        MODE, Integer.toString(mode),
        UID, Integer.toUnsignedString(owner.uid()),
        GID, Integer.toUnsignedString(owner.gid()));
  }

  /**
   * Returns metadata with changes applied, except the mtime, which {@link #stamped} adds.
   *
   * @param now present attributes
   */
  public static Map<String, String> changed(
      Map<String, String> described, Attributes now, Changes changes) {
    Map<String, String> changed = new HashMap<>(described);
    Instant modified = changes.modified().orElse(now.modified());
    changes
        .accessed()
        .ifPresent(at -> {
          if (at.equals(modified)) {
            // A file without an atime of its own shows the mtime for it.
            changed.remove(ACCESSED);
          } else {
            changed.put(ACCESSED, ModifiedTime.text(at));
          }
        });
    int permissions = changes.mode().orElse(now.mode()) & ~Attributes.TYPE_MASK;
    changed.putAll(
        of(
            (now.mode() & Attributes.TYPE_MASK) | permissions,
            new Caller(changes.uid().orElse(now.uid()), changes.gid().orElse(now.gid()))));
    return Map.copyOf(changed);
  }

  /** Returns metadata with the ctime {@code now}. */
  public static Map<String, String> changedAt(Map<String, String> described, Instant now) {
    Map<String, String> changed = new HashMap<>(described);
    changed.put(CHANGED, ModifiedTime.text(now));
    return Map.copyOf(changed);
  }

  /** Returns the mode, with the file type. */
  public static Optional<Long> mode(Map<String, String> described) {
    return number(described, MODE);
  }

  /** Returns the owner. */
  static Optional<Integer> uid(Map<String, String> described) {
    return number(described, UID).map(Long::intValue);
  }

  /** Returns the group. */
  static Optional<Integer> gid(Map<String, String> described) {
    return number(described, GID).map(Long::intValue);
  }

  /** Returns the mtime: when the content was changed. */
  public static Optional<Instant> modified(Map<String, String> described) {
    return time(described, MODIFIED);
  }

  /** Returns the atime, if one was set. */
  static Optional<Instant> accessed(Map<String, String> described) {
    return time(described, ACCESSED);
  }

  /** Returns the ctime: when content or attributes were changed. */
  public static Optional<Instant> changed(Map<String, String> described) {
    return time(described, CHANGED);
  }

  /** Reads a time: seconds since 1970, with or without a fraction of up to nine digits. */
  private static Optional<Instant> time(Map<String, String> described, String name) {
    String text = described.getOrDefault(name, "");
    if (text.isEmpty()) {
      return Optional.empty(); // without the cost of an exception for each object without it
    }
    int dot = text.indexOf('.');
    String fraction = dot < 0 ? "" : text.substring(dot + 1);
    try {
      long seconds = Long.parseLong(dot < 0 ? text : text.substring(0, dot));
      long nanos =
          fraction.isEmpty() ? 0 : Long.parseLong((fraction + "000000000").substring(0, 9));
      return Optional.of(Instant.ofEpochSecond(seconds, nanos));
    } catch (NumberFormatException | DateTimeException e) {
      return Optional.empty();
    }
  }

  /**
   * Returns metadata with the mtime of the content. Objects record it themselves, as the store only
   * knows when they were put. The ctime is never before it.
   */
  public static Map<String, String> stamped(Map<String, String> described, Instant modified) {
    Map<String, String> stamped = new HashMap<>(described);
    stamped.put(MODIFIED, ModifiedTime.text(modified));
    if (changed(described).filter(at -> !at.isBefore(modified)).isEmpty()) {
      stamped.put(CHANGED, ModifiedTime.text(modified));
    }
    return stamped;
  }

  /** Reads a decimal number of 32 bits, as s3fs writes it; empty if the text is anything else. */
  private static Optional<Long> number(Map<String, String> described, String name) {
    String text = described.getOrDefault(name, "");
    if (text.isEmpty()) {
      return Optional.empty();
    }
    try {
      long value = Long.parseLong(text);
      return value >= 0 && value <= 0xffff_ffffL ? Optional.of(value) : Optional.empty();
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }
}
