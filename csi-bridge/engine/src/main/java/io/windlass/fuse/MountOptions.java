package io.windlass.fuse;

/**
 * Options of a mount.
 *
 * @param source source to show in the mount table, such as {@code s3://bucket/prefix}; no secrets
 * @param readOnly whether the kernel refuses writes
 * @param allowOther whether users other than the mounting one may use it
 * @param checkPermissions whether the kernel checks mode and owner (default_permissions); otherwise
 *     the handler must check them
 * @param maxRead most bytes of one READ; that of the {@link BufferPool}
 */
public record MountOptions(
    String source, boolean readOnly, boolean allowOther, boolean checkPermissions, int maxRead) {

  /** Returns options for all users, with permissions checked by the kernel. */
  public static MountOptions of(String source, boolean readOnly, BufferPool pool) {
    return new MountOptions(source, readOnly, true, true, pool.maxWrite());
  }
}
