package io.windlass.volume.snapshot;

import io.windlass.error.DriverException;
import io.windlass.provision.BucketNames;
import io.windlass.provision.OpenBackend;
import io.windlass.provision.OpenBackends;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Id of a snapshot or of a group of snapshots, as callers know it: {@code <backend>/<name>}.
 *
 * @param name id of its record in the backend's registry
 */
public record SnapshotId(String backend, String name) {
  /** Longest id in bytes, the limit of CSI for all strings. */
  private static final int MAX_BYTES = 128;

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,127}");

  /**
   * Returns the id for a name that a caller suggests, any text. Different names have different ids.
   */
  public static SnapshotId suggested(String backend, String name) {
    int room = MAX_BYTES - backend.length() - 1;
    return new SnapshotId(backend, BucketNames.folderOf(name, room));
  }

  /** Reads an id; empty if it cannot be a snapshot of a configured backend. */
  public static Optional<SnapshotId> parse(String text, OpenBackends backends) {
    int slash = text.indexOf('/');
    if (slash < 0 || backends.find(text.substring(0, slash)).isEmpty()) {
      return Optional.empty();
    }
    String name = text.substring(slash + 1);
    return NAME.matcher(name).matches()
        ? Optional.of(new SnapshotId(text.substring(0, slash), name))
        : Optional.empty();
  }

  /** Returns the backend of the snapshot. */
  OpenBackend configured(OpenBackends backends) {
    return backends
        .find(backend)
        .orElseThrow(() ->
            new DriverException.NotFound("no backend '%s' is configured".formatted(backend), null));
  }

  @Override
  public String toString() {
    return backend + "/" + name;
  }
}
