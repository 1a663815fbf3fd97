package io.windlass.csi.node.request;

import io.windlass.error.DriverException;
import io.windlass.rpc.Fields;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;

/** Checks the fields that every request has: volume ids and paths. */
public final class NodeRequestFields {
  private NodeRequestFields() {}

  public static String volumeId(String given) {
    return Fields.required("volume_id", given);
  }

  /** Returns an absolute path. Symbolic links in it are resolved, except in its last name. */
  public static Path path(String field, String given) {
    Fields.required(field, given);
    return absolute(given)
        .orElseThrow(
            () -> new DriverException.InvalidArgument(field + " must be an absolute path"));
  }

  /**
   * Returns the path at which a volume is to be found; empty if the text cannot be such a path, so
   * that nothing is found there.
   */
  public static Optional<Path> place(String field, String given) {
    Fields.required(field, given);
    return absolute(given);
  }

  private static Optional<Path> absolute(String given) {
    try {
      Path path = Path.of(given).normalize();
      Path name = path.getFileName();
      if (!path.isAbsolute() || name == null) {
        return Optional.empty();
      }
      return Optional.of(withoutLinks(path.resolveSibling("")).resolve(name));
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }

  /**
   * Resolves symbolic links, as in the mount table. Only directories above volumes are accessed,
   * because a volume itself may hang.
   */
  private static Path withoutLinks(Path directory) {
    try {
      return directory.toRealPath();
    } catch (IOException e) {
      Path parent = directory.getParent();
      Path name = directory.getFileName();
      return parent == null || name == null ? directory : withoutLinks(parent).resolve(name);
    }
  }
}
