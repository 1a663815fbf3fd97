package io.windlass.config;

import io.windlass.provision.Quantity;
import io.windlass.provision.TimeAmount;
import io.windlass.rpc.UnixEndpoint;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Formats of single settings. */
final class Formats {
  private static final Pattern HOST_PORT =
      Pattern.compile("(\\[[0-9a-fA-F:.]+]|[A-Za-z0-9.-]+):([0-9]{1,5})");
  private static final String LABEL = "[a-z]([a-z0-9-]*[a-z0-9])?";

  /** As the values of topologies are limited, too. */
  private static final String REGION = "[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?";

  private Formats() {}

  /** Of a socket; both specs demand the ending. */
  static Format<UnixEndpoint> endpoint() {
    return new Format<>(
        "like unix:///var/lib/cosi/cosi.sock: it ends in .sock, and its path has %d bytes at most"
            .formatted(UnixEndpoint.MAX_PATH_BYTES),
        text -> Format.require(text.endsWith(".sock"), UnixEndpoint.parse(text)));
  }

  /** As the sidecar of COSI v1alpha2 checks it. */
  static Format<String> driverName() {
    return Format.matching(
        "(?=.{1,63}$)" + LABEL + "(\\." + LABEL + ")*",
        "a DNS name of 63 characters at most, each of whose labels starts with one of a-z and goes"
            + " on with a-z, 0-9 and '-'");
  }

  /** The same, and as the sanity suite of CSI wants it. */
  static Format<String> csiDriverName() {
    Format<String> name = driverName();
    return new Format<>(
        name.right() + ", and which ends in a letter",
        text -> name.parse(text).filter(known -> known.matches(".*[a-z]")).orElseThrow());
  }

  /** Of a node: it becomes part of an id that CSI limits. */
  static Format<String> nodeName() {
    return Format.matching(
        "[A-Za-z0-9][A-Za-z0-9._-]{0,149}",
        "1 to 150 letters, digits, '.', '_' and '-', the first a letter or digit");
  }

  static Format<Long> size() {
    return new Format<>("bytes, or like 500Mi", text -> Quantity.parse(text).orElseThrow());
  }

  static Format<List<String>> backendNames() {
    return names("names", "[a-z0-9-]{1,32}", "1 to 32 of a-z, 0-9 and '-'");
  }

  static Format<List<String>> regions() {
    return names("regions", REGION, "1 to 63 letters, digits and '-'");
  }

  private static Format<List<String>> names(String what, String pattern, String each) {
    return new Format<>(
        "%s separated by commas, each once, each of %s".formatted(what, each),
        text -> {
          List<String> names = Pattern.compile(",").splitAsStream(text).map(String::strip).toList();
          boolean right =
              !names.isEmpty()
                  && names.stream().allMatch(name -> name.matches(pattern))
                  && names.stream().distinct().count() == names.size();
          return Format.require(right, names);
        });
  }

  static Format<String> bucketName() {
    return Format.matching(
        "[a-z0-9][a-z0-9-]{1,61}[a-z0-9]",
        "3 to 63 of a-z, 0-9 and '-', with no '-' at either end");
  }

  static Format<String> region() {
    return Format.matching(REGION, "1 to 63 letters, digits and '-'");
  }

  static Format<String> group() {
    return Format.matching("[A-Za-z0-9_][A-Za-z0-9_.-]{0,31}", "the name or number of a group");
  }

  static Format<Integer> mode() {
    return new Format<>(
        "an octal number of three digits, like 0660",
        text -> Format.require(text.matches("0?[0-7]{3}"), Integer.parseInt(text, 8)));
  }

  static Format<Duration> duration(Duration least, Duration most) {
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

  static Format<URI> baseUrl() {
    return new Format<>(
        "like https://minio.storage.svc:9000, with neither path nor user",
        text -> {
          URI uri = URI.create(text);
          boolean right =
              ("http".equals(uri.getScheme()) || "https".equals(uri.getScheme()))
                  && uri.getHost() != null
                  && uri.getUserInfo() == null
                  && (uri.getPath().isEmpty() || uri.getPath().equals("/"))
                  && uri.getQuery() == null
                  && uri.getFragment() == null;
          return Format.require(right, uri);
        });
  }

  /** Where to listen; port 0 is any free one. */
  static Format<InetSocketAddress> address(String right) {
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

  /** Where workloads can be sent. */
  static Format<InetSocketAddress> reachableAddress() {
    return new Format<>(
        "host:port of this machine, as workloads can be told it: no wildcard; port 0 is any free"
            + " one",
        text -> {
          InetSocketAddress address = address("").parse(text).orElseThrow();
          return Format.require(!address.getAddress().isAnyLocalAddress(), address);
        });
  }

  static Format<Path> absolutePath() {
    return new Format<>("an absolute path", text -> require(Path.of(text), true));
  }

  static Format<Path> existingDirectory() {
    return new Format<>(
        "the absolute path of a directory that is there",
        text -> require(Path.of(text), Files.isDirectory(Path.of(text))));
  }

  static Format<Path> existingFile() {
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
