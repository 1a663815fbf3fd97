package io.windlass.rpc;

import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/**
 * Path of a Unix socket. Both specs write it as {@code unix:///path/to/driver.sock}. {@code
 * unix:path} (gRPC's other spelling) and a plain absolute path are accepted too.
 *
 * @param path absolute path, short enough for the kernel
 */
public record UnixEndpoint(Path path) {
  /**
   * Most bytes of a path: the kernel's {@code sun_path} has 108 bytes, and the last one is a NUL.
   */
  public static final int MAX_PATH_BYTES = 107;

  /**
   * Creates an endpoint.
   *
   * @throws IllegalArgumentException when the path is too long for a socket, or has no file name
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
   * Parses an endpoint.
   *
   * @throws IllegalArgumentException when the text is no endpoint; the message says what would be
   *     right
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

  /** Returns the endpoint in the form of the specs. */
  @Override
  public String toString() {
    return "unix://" + path;
  }
}
