package io.windlass.fs.posix;

import io.windlass.fs.Attributes;
import io.windlass.fs.VolumeOptions;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * Computes the attributes of nodes, from the metadata of objects and else from the volume's
 * options.
 */
public final class StatMapper {
  /** Most bytes of a symbolic link's target, which is the content of its object. */
  public static final int LONGEST_LINK = 4096;

  private static final int PERMISSIONS = 07777;

  private final VolumeOptions options;
  private final Instant since;
  private final DirectoryTimes times;

  /**
   * Creates the mapper of one volume.
   *
   * @param since time of directories that record none
   */
  public StatMapper(VolumeOptions options, Instant since, DirectoryTimes times) {
    this.options = options;
    this.since = since;
    this.times = times;
  }

  /**
   * Returns the attributes of the directory {@code prefix}.
   *
   * @param marker marker object of the directory, as far as it is known
   */
  public Attributes directory(long ino, String prefix, Optional<ObjectStat> marker) {
    Map<String, String> said = said(marker);
    Instant changed = PosixMetadata.changed(said).orElse(since);
    Optional<Instant> touched = times.touched(prefix).filter(at -> at.isAfter(changed));
    Instant modified = touched.orElse(PosixMetadata.modified(said).orElse(since));
    return new Attributes(
        ino,
        0,
        Attributes.DIRECTORY | permissions(said, options.directoryMode()),
        Attributes.UNCOUNTED,
        PosixMetadata.uid(said).orElse(options.uid()),
        PosixMetadata.gid(said).orElse(options.gid()),
        PosixMetadata.accessed(said).orElse(modified),
        modified,
        touched.orElse(changed));
  }

  private Map<String, String> said(Optional<ObjectStat> stat) {
    return options.objectMetadata()
        ? stat.flatMap(ObjectStat::metadata).orElse(Map.of())
        : Map.of();
  }

  private static int permissions(Map<String, String> said, int otherwise) {
    return PosixMetadata.mode(said).map(Long::intValue).orElse(otherwise) & PERMISSIONS;
  }

  /**
   * Returns the type of a file that was listed, as in st_mode: the one that {@link #file} tells; 0
   * if only metadata that the listing lacks tell whether it is a symbolic link.
   */
  public int type(ObjectStat listed) {
    return !options.objectMetadata() || !mayBeLink(listed)
        ? Attributes.REGULAR
        : listed.metadata().map(said -> type(listed, said)).orElse(0);
  }

  private static int type(ObjectStat stat, Map<String, String> said) {
    long mode = PosixMetadata.mode(said).orElse(0L);
    return (mode & Attributes.TYPE_MASK) == Attributes.SYMLINK && mayBeLink(stat)
        ? Attributes.SYMLINK
        : Attributes.REGULAR;
  }

  /** Returns whether an object has the content of a symbolic link, whatever its metadata say. */
  private static boolean mayBeLink(ObjectStat stat) {
    return stat.size() > 0 && stat.size() <= LONGEST_LINK;
  }

  public Attributes file(long ino, ObjectStat stat) {
    Map<String, String> said = said(Optional.of(stat));
    Instant modified = PosixMetadata.modified(said).orElse(stat.modified());
    return new Attributes(
        ino,
        stat.size(),
        type(stat, said) | permissions(said, options.fileMode()),
        stat.links(),
        PosixMetadata.uid(said).orElse(options.uid()),
        PosixMetadata.gid(said).orElse(options.gid()),
        PosixMetadata.accessed(said).orElse(modified),
        modified,
        PosixMetadata.changed(said).orElse(stat.modified()));
  }
}
