package io.windlass.fuse;

import java.util.Optional;

/**
 * Options of a mount.
 *
 * @param source source to show in the mount table, such as {@code s3://bucket/prefix}; no secrets
 * @param readOnly whether the kernel refuses writes
 * @param allowOther whether users other than the mounting one may use it
 * @param checkPermissions whether the kernel checks mode and owner (default_permissions); otherwise
 *     the handler must check them
 * @param maxRead most bytes of one READ; at most that of the {@link BufferPool}
 * @param context SELinux context of all files; empty: that of the policy
 */
public record MountOptions(
    String source,
    boolean readOnly,
    boolean allowOther,
    boolean checkPermissions,
    int maxRead,
    Optional<String> context) {

  /** Returns options for all users, with permissions checked by the kernel. */
  public static MountOptions of(String source, boolean readOnly, BufferPool pool) {
    return new MountOptions(source, readOnly, true, true, pool.maxWrite(), Optional.empty());
  }
}
