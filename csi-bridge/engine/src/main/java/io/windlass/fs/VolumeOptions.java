package io.windlass.fs;

import io.windlass.operation.Deadline;
import io.windlass.store.ListOptions;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * Options of a volume over a bucket.
 *
 * @param prefix prefix of the keys that the volume shows; empty for all. A slash is added if it
 *     does not end with one
 * @param uid owner of all files and directories that record none
 * @param gid group of all files and directories that record none
 * @param fileMode permissions of files, without type
 * @param directoryMode permissions of directories, without type
 * @param metadataTtl how long names and attributes are cached
 * @param negativeTtl how long the absence of a name is cached
 * @param readOnly whether all changes are refused with {@code EROFS}
 * @param objectMetadata whether mode, owner, time and symbolic links are read from the metadata of
 *     objects, under the names that s3fs uses. If a backend does not list metadata, this costs a
 *     request for each file that is looked at
 * @param dropsTags whether a changed object loses the tags that the credential may not read;
 *     otherwise the change is refused with {@code EACCES}
 * @param typesByName whether a new file gets the media type that its name stands for; otherwise the
 *     server's default
 * @param metadataCacheBytes approximate limit of the memory for names and attributes, in bytes
 * @param operationTimeout longest time that an operation waits for the server without progress,
 *     whatever it asks of the server
 * @param readTimeout longest time that one read waits, also for memory
 * @param bounds capacity of the volume
 * @param maxHoleBytes most bytes of holes of one file that are not in the bucket yet; growing a
 *     file by more fails with {@code EFBIG}
 * @param commitInterval how often what was written to open files is published, as fsync does; zero:
 *     only when programs sync or close them
 */
public record VolumeOptions(
    String prefix,
    int uid,
    int gid,
    int fileMode,
    int directoryMode,
    Duration metadataTtl,
    Duration negativeTtl,
    boolean readOnly,
    boolean objectMetadata,
    boolean dropsTags,
    boolean typesByName,
    long metadataCacheBytes,
    Duration operationTimeout,
    Duration readTimeout,
    Bounds bounds,
    long maxHoleBytes,
    Duration commitInterval) {
  private static final int PERMISSIONS = 07777;

  /** Shows the whole bucket: its owner may read and write, everybody else may read. */
  public static final VolumeOptions DEFAULT =
      new VolumeOptions(
          "",
          0,
          0,
          0644,
          0755,
          Duration.ofSeconds(60),
          Duration.ofSeconds(5),
          false,
          false,
          false,
          false,
          32 << 20,
          Deadline.USUAL,
          Duration.ofSeconds(60),
          Bounds.NONE,
          64L << 30,
          Duration.ZERO);

  /** Refuses invalid values, naming the option. */
  public VolumeOptions {
    if (!prefix.isEmpty() && !prefix.endsWith("/")) {
      prefix = prefix + "/";
    }
    permissions("fileMode", fileMode);
    permissions("directoryMode", directoryMode);
    notNegative("metadataTtl", metadataTtl);
    notNegative("negativeTtl", negativeTtl);
    notNegative("commitInterval", commitInterval);
    if (metadataCacheBytes < 0) {
      throw new IllegalArgumentException("metadataCacheBytes must not be negative");
    }
    if (maxHoleBytes < 0) {
      throw new IllegalArgumentException("maxHoleBytes must not be negative");
    }
    positive("operationTimeout", operationTimeout);
    positive("readTimeout", readTimeout);
  }

  private static void permissions(String name, int mode) {
    if ((mode & ~PERMISSIONS) != 0) {
      throw new IllegalArgumentException(name + " must be permissions from 0 to 07777");
    }
  }

  private static void positive(String name, Duration time) {
    if (!time.isPositive()) {
      throw new IllegalArgumentException(name + " must be longer than nothing");
    }
  }

  private static void notNegative(String name, Duration time) {
    if (time.isNegative()) {
      throw new IllegalArgumentException(name + " must not be negative");
    }
  }

  /** Returns these options with another prefix. */
  public VolumeOptions withPrefix(String only) {
    return change(next -> next.prefix = only);
  }

  /** Returns these options with another owner and group. */
  public VolumeOptions withOwner(int user, int group) {
    return change(next -> {
      next.uid = user;
      next.gid = group;
    });
  }

  /** Returns these options with other permissions. */
  public VolumeOptions withModes(int files, int directories) {
    return change(next -> {
      next.fileMode = files;
      next.directoryMode = directories;
    });
  }

  /** Returns these options with other caching times. */
  public VolumeOptions withTtl(Duration metadata, Duration negative) {
    return change(next -> {
      next.metadataTtl = metadata;
      next.negativeTtl = negative;
    });
  }

  /** Returns these options, read-only or not. */
  public VolumeOptions withReadOnly(boolean only) {
    return change(next -> next.readOnly = only);
  }

  /** Returns options that list all keys with {@code start}, with as much as the volume uses. */
  public ListOptions listing(String start) {
    ListOptions all = ListOptions.prefix(start);
    return objectMetadata ? all.withMetadata() : all;
  }

  /** Returns these options, using the metadata of objects or not. */
  public VolumeOptions withObjectMetadata(boolean used) {
    return change(next -> next.objectMetadata = used);
  }

  /** Returns these options, giving up the tags that the credential may not read, or not. */
  public VolumeOptions withDropsTags(boolean wanted) {
    return change(next -> next.dropsTags = wanted);
  }

  /** Returns these options, with media types of new files by their names, or not. */
  public VolumeOptions withTypesByName(boolean wanted) {
    return change(next -> next.typesByName = wanted);
  }

  /** Returns these options with another capacity. */
  public VolumeOptions withBounds(Bounds most) {
    return change(next -> next.bounds = most);
  }

  /** Returns these options with another limit for holes, in bytes. */
  public VolumeOptions withMaxHoleBytes(long most) {
    return change(next -> next.maxHoleBytes = most);
  }

  /** Returns these options with another interval of commits. */
  public VolumeOptions withCommitInterval(Duration interval) {
    return change(next -> next.commitInterval = interval);
  }

  private VolumeOptions change(Consumer<Draft> change) {
    Draft next = new Draft(this);
    change.accept(next);
    return next.finished();
  }

  /** Options that are being assembled. */
  private static final class Draft {
    private final long metadataCacheBytes;
    private String prefix;
    private int uid;
    private int gid;
    private int fileMode;
    private int directoryMode;
    private Duration metadataTtl;
    private Duration negativeTtl;
    private boolean readOnly;
    private boolean objectMetadata;
    private boolean dropsTags;
    private boolean typesByName;
    private Duration operationTimeout;
    private Duration readTimeout;
    private Bounds bounds;
    private long maxHoleBytes;
    private Duration commitInterval;

    Draft(VolumeOptions from) {
      metadataCacheBytes = from.metadataCacheBytes;
      prefix = from.prefix;
      uid = from.uid;
      gid = from.gid;
      fileMode = from.fileMode;
      directoryMode = from.directoryMode;
      metadataTtl = from.metadataTtl;
      negativeTtl = from.negativeTtl;
      readOnly = from.readOnly;
      objectMetadata = from.objectMetadata;
      dropsTags = from.dropsTags;
      typesByName = from.typesByName;
      operationTimeout = from.operationTimeout;
      readTimeout = from.readTimeout;
      bounds = from.bounds;
      maxHoleBytes = from.maxHoleBytes;
      commitInterval = from.commitInterval;
    }

    VolumeOptions finished() {
      return new VolumeOptions(
          prefix,
          uid,
          gid,
          fileMode,
          directoryMode,
          metadataTtl,
          negativeTtl,
          readOnly,
          objectMetadata,
          dropsTags,
          typesByName,
          metadataCacheBytes,
          operationTimeout,
          readTimeout,
          bounds,
          maxHoleBytes,
          commitInterval);
    }
  }
}
