package io.windlass.rpc;

import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/**
 * Where a Unix socket is, as both specs write it: {@code unix:///path/to/driver.sock}. Also taken:
 * {@code unix:path} (gRPC's other spelling) and a plain absolute path.
 *
 * @param path absolute and short enough for the kernel
 */
public record UnixEndpoint(Path path) {
  /** The kernel's {@code sun_path} has 108 bytes, the last of which is a NUL. */
  public static final int MAX_PATH_BYTES = 107;

  /**
   * @throws IllegalArgumentException when the path is too long for a socket
   */
  public UnixEndpoint {
    path = path.toAbsolutePath().normalize();
    int size = path.toString().getBytes(StandardCharsets.UTF_8).length;
    if (size > MAX_PATH_BYTES) {
      throw new IllegalArgumentException(
          "the socket's path is %d bytes long, and may be %d at most: %s"
              .formatted(size, MAX_PATH_BYTES, path));
    }
    if (path.getFileName() == null) {
      throw new IllegalArgumentException("%s is no path of a socket".formatted(path));
    }
  }

  /**
   * Reads an endpoint.
   *
   * @throws IllegalArgumentException with what would be right
   */
  public static UnixEndpoint parse(String text) {
    String path;
    if (text.startsWith("unix:///")) {
      path = text.substring("unix://".length());
    } else if (text.startsWith("unix:") && !text.startsWith("unix://")) {
      path = text.substring("unix:".length());
    } else {
      path = text.startsWith("/") ? text : "";
    }
    if (path.isEmpty()) {
      throw new IllegalArgumentException(
          "'%s' is no endpoint: it should be like unix:///var/lib/cosi/cosi.sock".formatted(text));
    }
    try {
      return new UnixEndpoint(Path.of(path));
    } catch (InvalidPathException e) {
      throw new IllegalArgumentException("'%s' is no path: %s".formatted(path, e.getReason()));
    }
  }

  /** As the specs write it. */
  @Override
  public String toString() {
    return "unix://" + path;
  }
}
