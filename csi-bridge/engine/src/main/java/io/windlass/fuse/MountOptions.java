package io.windlass.fuse;

import io.windlass.linux.Mounting;
import java.util.Optional;
import java.util.Set;

/**
 * Options of a mount.
 *
 * @param source source to show in the mount table, such as {@code s3://bucket/prefix}; no secrets
 * @param flags what the kernel refuses or does beside {@code nosuid} and {@code nodev}, which each
 *     mount has
 * @param allowOther whether users other than the mounting one may use it
 * @param checkPermissions whether the kernel checks mode and owner (default_permissions); otherwise
 *     the handler must check them
 * @param maxRead most bytes of one READ; at most that of the {@link BufferPool}
 * @param context SELinux context of all files; empty: that of the policy
 */
public record MountOptions(
    String source,
    Set<Mounting.Flag> flags,
    boolean allowOther,
    boolean checkPermissions,
    int maxRead,
    Optional<String> context) {
  /** Copies the flags. */
  public MountOptions {
    flags = Set.copyOf(flags);
  }

  /** Returns options for all users, with permissions checked by the kernel. */
  public static MountOptions of(String source, boolean readOnly, BufferPool pool) {
    return new MountOptions(
        source,
        readOnly ? Set.of(Mounting.Flag.READ_ONLY) : Set.of(),
        true,
        true,
        pool.maxWrite(),
        Optional.empty());
  }
}
