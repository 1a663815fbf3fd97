package io.windlass.fs;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** The attributes of nodes: what objects say of themselves, else what the volume says. */
final class Look {
  private static final int PERMISSIONS = 07777;

  private final VolumeOptions options;
  private final Instant since;

  /**
   * Of one volume.
   *
   * @param since the time that directories show, of which a store knows none
   */
  Look(VolumeOptions options, Instant since) {
    this.options = options;
    this.since = since;
  }

  Attributes directory(long ino) {
    return new Attributes(
        ino,
        0,
        Attributes.DIRECTORY | options.directoryMode(),
        2,
        options.uid(),
        options.gid(),
        since,
        since);
  }

  Attributes file(long ino, Facts facts) {
    Map<String, String> said =
        options.objectMetadata() ? facts.metadata().orElse(Map.of()) : Map.of();
    long mode = number(said, "mode").orElse((long) options.fileMode());
    int type =
        (mode & Attributes.TYPE_MASK) == Attributes.SYMLINK
            ? Attributes.SYMLINK
            : Attributes.REGULAR;
    return new Attributes(
        ino,
        facts.size(),
        type | (int) (mode & PERMISSIONS),
        1,
        number(said, "uid").map(Long::intValue).orElse(options.uid()),
        number(said, "gid").map(Long::intValue).orElse(options.gid()),
        time(said, "mtime").orElse(facts.modified()),
        facts.modified());
  }

  /** Decimal, as s3fs writes it; anything else is as good as nothing. */
  private static Optional<Long> number(Map<String, String> said, String name) {
    try {
      long value = Long.parseLong(said.getOrDefault(name, ""));
      return value >= 0 && value <= 0xffff_ffffL ? Optional.of(value) : Optional.empty();
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  /** Seconds since 1970, with or without a fraction of up to nine digits. */
  private static Optional<Instant> time(Map<String, String> said, String name) {
    String text = said.getOrDefault(name, "");
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
}
