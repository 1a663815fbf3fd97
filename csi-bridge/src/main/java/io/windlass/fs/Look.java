package io.windlass.fs;

import java.time.Instant;
import java.util.Map;

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
    long mode = Description.mode(said).orElse((long) options.fileMode());
    int type =
        (mode & Attributes.TYPE_MASK) == Attributes.SYMLINK
            ? Attributes.SYMLINK
            : Attributes.REGULAR;
    return new Attributes(
        ino,
        facts.size(),
        type | (int) (mode & PERMISSIONS),
        1,
        Description.uid(said).orElse(options.uid()),
        Description.gid(said).orElse(options.gid()),
        Description.modified(said).orElse(facts.modified()),
        facts.modified());
  }
}
