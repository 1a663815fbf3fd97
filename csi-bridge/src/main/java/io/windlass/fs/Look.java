package io.windlass.fs;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** The attributes of nodes: what objects say of themselves, else what the volume says. */
final class Look {
  private static final int PERMISSIONS = 07777;

  private final VolumeOptions options;
  private final Instant since;
  private final DirectoryTimes times;

  /**
   * Of one volume.
   *
   * @param since the time of directories that say none
   */
  Look(VolumeOptions options, Instant since, DirectoryTimes times) {
    this.options = options;
    this.since = since;
    this.times = times;
  }

  /** Of the directory {@code prefix}, as far as it is known what marks it. */
  Attributes directory(long ino, String prefix, Optional<Facts> marker) {
    Map<String, String> said = said(marker);
    Instant changed = Description.changed(said).orElse(since);
    Optional<Instant> touched = times.touched(prefix).filter(at -> at.isAfter(changed));
    Instant modified = touched.orElse(Description.modified(said).orElse(since));
    return new Attributes(
        ino,
        0,
        Attributes.DIRECTORY | permissions(said, options.directoryMode()),
        Attributes.UNCOUNTED,
        Description.uid(said).orElse(options.uid()),
        Description.gid(said).orElse(options.gid()),
        Description.accessed(said).orElse(modified),
        modified,
        touched.orElse(changed));
  }

  private Map<String, String> said(Optional<Facts> facts) {
    return options.objectMetadata() ? facts.flatMap(Facts::metadata).orElse(Map.of()) : Map.of();
  }

  private static int permissions(Map<String, String> said, int otherwise) {
    return Description.mode(said).map(Long::intValue).orElse(otherwise) & PERMISSIONS;
  }

  Attributes file(long ino, Facts facts) {
    Map<String, String> said = said(Optional.of(facts));
    long mode = Description.mode(said).orElse(0L);
    int type =
        (mode & Attributes.TYPE_MASK) == Attributes.SYMLINK
            ? Attributes.SYMLINK
            : Attributes.REGULAR;
    Instant modified = Description.modified(said).orElse(facts.modified());
    return new Attributes(
        ino,
        facts.size(),
        type | permissions(said, options.fileMode()),
        facts.links(),
        Description.uid(said).orElse(options.uid()),
        Description.gid(said).orElse(options.gid()),
        Description.accessed(said).orElse(modified),
        modified,
        Description.changed(said).orElse(facts.modified()));
  }
}
