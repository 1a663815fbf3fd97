package io.windlass.fuse;

/**
 * How a file system is mounted.
 *
 * @param source what the mount table says of the source, such as {@code s3://bucket/prefix}; no
 *     secrets
 * @param readOnly whether the kernel refuses writes
 * @param allowOther whether other users than the mounting one may use it
 * @param checkPermissions whether the kernel checks mode and owner (default_permissions); otherwise
 *     the handler has to
 * @param maxRead most bytes of one READ; that of the {@link BufferPool}
 */
public record MountOptions(
    String source, boolean readOnly, boolean allowOther, boolean checkPermissions, int maxRead) {

  /** For all users, with permissions checked by the kernel. */
  public static MountOptions of(String source, boolean readOnly, BufferPool pool) {
    return new MountOptions(source, readOnly, true, true, pool.maxWrite());
  }
}
