package io.windlass.fs;

import io.windlass.store.Deadline;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * How a bucket is shown as a volume.
 *
 * @param prefix only keys below this prefix; empty for all. A slash is added at its end if it has
 *     none
 * @param uid owner of everything that does not say otherwise
 * @param gid group of everything that does not say otherwise
 * @param fileMode permissions of files, without type
 * @param directoryMode permissions of directories, without type
 * @param metadataTtl how long names and attributes are believed
 * @param negativeTtl how long it is believed that a name does not exist
 * @param readOnly whether everything that would change something is refused with {@code EROFS}
 * @param objectMetadata whether mode, owner, time and symbolic links are taken from the metadata of
 *     objects, under the names that s3fs uses. Where a backend does not list metadata this costs a
 *     request for each file that is looked at
 * @param metadataCacheBytes about how much memory names and attributes may take
 * @param operationTimeout longest that an operation waits for the server while nothing of it comes
 *     forward, whatever it asks of the server
 * @param readTimeout longest that one read waits, for memory too
 * @param bounds how much it may hold
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
    long metadataCacheBytes,
    Duration operationTimeout,
    Duration readTimeout,
    Bounds bounds) {
  private static final int PERMISSIONS = 07777;

  /** The whole bucket, read and written by its owner and read by all. */
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
          32 << 20,
          Deadline.USUAL,
          Duration.ofSeconds(60),
          Bounds.NONE);

  /** Refuses what makes no sense, naming it. */
  public VolumeOptions {
    if (!prefix.isEmpty() && !prefix.endsWith("/")) {
      prefix = prefix + "/";
    }
    permissions("fileMode", fileMode);
    permissions("directoryMode", directoryMode);
    notNegative("metadataTtl", metadataTtl);
    notNegative("negativeTtl", negativeTtl);
    if (metadataCacheBytes < 0) {
      throw new IllegalArgumentException("metadataCacheBytes must not be negative");
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

  /** Only below {@code only}. */
  public VolumeOptions withPrefix(String only) {
    return change(next -> next.prefix = only);
  }

  /** Owned so. */
  public VolumeOptions withOwner(int user, int group) {
    return change(next -> {
      next.uid = user;
      next.gid = group;
    });
  }

  /** With these permissions. */
  public VolumeOptions withModes(int files, int directories) {
    return change(next -> {
      next.fileMode = files;
      next.directoryMode = directories;
    });
  }

  /** Believing for so long. */
  public VolumeOptions withTtl(Duration metadata, Duration negative) {
    return change(next -> {
      next.metadataTtl = metadata;
      next.negativeTtl = negative;
    });
  }

  /** Read-only or not. */
  public VolumeOptions withReadOnly(boolean only) {
    return change(next -> next.readOnly = only);
  }

  /** With what objects say of themselves, or without. */
  public VolumeOptions withObjectMetadata(boolean used) {
    return change(next -> next.objectMetadata = used);
  }

  /** Holding at most so much. */
  public VolumeOptions withBounds(Bounds most) {
    return change(next -> next.bounds = most);
  }

  private VolumeOptions change(Consumer<Draft> change) {
    Draft next = new Draft(this);
    change.accept(next);
    return next.finished();
  }

  /** Options that are being put together. */
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
    private Duration operationTimeout;
    private Duration readTimeout;
    private Bounds bounds;

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
      operationTimeout = from.operationTimeout;
      readTimeout = from.readTimeout;
      bounds = from.bounds;
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
          metadataCacheBytes,
          operationTimeout,
          readTimeout,
          bounds);
    }
  }
}
