package io.windlass.setting;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Formats that the settings of several modules share. */
public final class Formats {
  private static final Pattern HOST_PORT =
      Pattern.compile("(\\[[0-9a-fA-F:.]+]|[A-Za-z0-9.-]+):([0-9]{1,5})");

  private static final int LAST_PORT = 65_535;

  /** Regular expression of a region name: 1 to 63 characters. */
  public static final String REGION = "[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?";

  private Formats() {}

  /** Returns a format for a number of bytes, as {@link Quantity} reads it. */
  public static Format<Long> size() {
    return new Format<>("bytes, or like 500Mi", text -> Quantity.parse(text).orElseThrow());
  }

  /**
   * Returns a format for the region of a server or a node, with the limits of a CSI topology value.
   */
  public static Format<String> region() {
    return Format.matching(REGION, "1 to 63 letters, digits and '-'");
  }

  /** Returns a format for lengths of time from {@code least} to {@code most}, both included. */
  public static Format<Duration> duration(Duration least, Duration most) {
    return new Format<>(
        "a time from %s to %s, like 500ms, 10s or 2m".formatted(written(least), written(most)),
        text -> {
          Duration duration = TimeAmount.parse(text).orElseThrow();
          return Format.require(
              duration.compareTo(least) >= 0 && duration.compareTo(most) <= 0, duration);
        });
  }

  private static String written(Duration duration) {
    return duration.toMillisPart() > 0 ? duration.toMillis() + "ms" : duration.toSeconds() + "s";
  }

  /** Returns a format for the base URL of a server. */
  public static Format<URI> baseUrl() {
    return new Format<>(
        "like https://minio.storage.svc:9000, with neither path nor user",
        text -> {
          URI uri = URI.create(text);
          boolean right =
              ("http".equals(uri.getScheme()) || "https".equals(uri.getScheme()))
                  && uri.getHost() != null
                  && isPort(uri.getPort())
                  && uri.getUserInfo() == null
                  && (uri.getPath().isEmpty() || uri.getPath().equals("/"))
                  && uri.getQuery() == null
                  && uri.getFragment() == null;
          return Format.require(right, uri);
        });
  }

  /** Returns whether a server can have this port; -1 is that of the scheme. */
  private static boolean isPort(int port) {
    return port == -1 || (port > 0 && port <= LAST_PORT);
  }

  /** Returns a format for {@code host:port} to listen at; port 0 is any free port. */
  public static Format<InetSocketAddress> address(String right) {
    return new Format<>(
        right,
        text -> {
          Matcher matcher = HOST_PORT.matcher(text);
          Format.require(matcher.matches(), text);
          try {
            return new InetSocketAddress(
                InetAddress.getByName(matcher.group(1)), Integer.parseInt(matcher.group(2)));
          } catch (UnknownHostException e) {
            throw new IllegalArgumentException(e);
          }
        });
  }

  /** Returns a numeric address as {@link #address} reads it: that of IPv6 is in brackets. */
  public static String written(InetSocketAddress address) {
    InetAddress host = address.getAddress();
    return (host instanceof Inet6Address ? "[%s]:%d" : "%s:%d")
        .formatted(host.getHostAddress(), address.getPort());
  }

  /**
   * Returns a format for an address of this machine that workloads can reach: no wildcard address.
   */
  public static Format<InetSocketAddress> reachableAddress() {
    return new Format<>(
        "host:port of this machine, as workloads can be told it: no wildcard; port 0 is any free"
            + " one",
        text -> {
          InetSocketAddress address = address("").parse(text).orElseThrow();
          return Format.require(!address.getAddress().isAnyLocalAddress(), address);
        });
  }

  /** Returns a format for an absolute path that need not exist. */
  public static Format<Path> absolutePath() {
    return new Format<>("an absolute path", text -> require(Path.of(text), true));
  }

  /** Returns a format for the absolute path of an existing directory. */
  public static Format<Path> existingDirectory() {
    return new Format<>(
        "the absolute path of a directory that is there",
        text -> require(Path.of(text), Files.isDirectory(Path.of(text))));
  }

  /** Returns a format for the absolute path of an existing, readable file. */
  public static Format<Path> existingFile() {
    return new Format<>(
        "the absolute path of a file that is there and can be read",
        text -> require(Path.of(text), isFile(Path.of(text))));
  }

  private static Path require(Path path, boolean holds) {
    return Format.require(path.isAbsolute() && holds, path);
  }

  private static boolean isFile(Path path) {
    return Files.isRegularFile(path) && Files.isReadable(path);
  }
}
