package io.windlass.cosi.sanity.wire;

import java.net.UnixDomainSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** The Unix socket of a driver. */
public record Endpoint(Path socket) {
  private static final String SCHEME = "unix://";

  /**
   * Most bytes of a socket's path on Linux: the size of a socket address without the final zero
   * byte.
   */
  private static final int MAX_PATH_BYTES = 107;

  /**
   * Parses {@code unix:///path/to/driver.sock}.
   *
   * @throws IllegalArgumentException when the text has another form; the message says what is valid
   */
  public static Endpoint parse(String text) {
    if (!text.startsWith(SCHEME + "/")) {
      throw new IllegalArgumentException(
          "endpoint '%s': must be unix:// and an absolute path, as unix:///var/lib/cosi/cosi.sock"
              .formatted(text));
    }
    String path = text.substring(SCHEME.length());
    if (path.getBytes(StandardCharsets.UTF_8).length > MAX_PATH_BYTES) {
      throw new IllegalArgumentException(
          "endpoint '%s': the path of a Unix socket can have at most %d bytes"
              .formatted(text, MAX_PATH_BYTES));
    }
    try {
      return new Endpoint(Path.of(path));
    } catch (InvalidPathException e) {
      throw new IllegalArgumentException("endpoint '%s': not a path".formatted(text), e);
    }
  }

  UnixDomainSocketAddress address() {
    return UnixDomainSocketAddress.of(socket);
  }

  @Override
  public String toString() {
    return SCHEME + socket;
  }
}
