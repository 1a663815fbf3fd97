package io.windlass.config;

import io.windlass.rpc.UnixEndpoint;
import io.windlass.setting.Format;
import io.windlass.setting.Formats;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** Formats of single settings of the driver. */
final class DriverFormats {
  private static final String LABEL = "[a-z]([a-z0-9-]*[a-z0-9])?";

  /** The longest path of a socket in a run directory, behind that of the directory. */
  private static final String SOCKET = "/quarantine/mounter.sock";

  private DriverFormats() {}

  /** Returns the format of a socket's endpoint. Both specs require the suffix {@code .sock}. */
  static Format<UnixEndpoint> endpoint() {
    return new Format<>(
        "like unix:///var/lib/cosi/cosi.sock: it ends in .sock, and its path has %d bytes at most"
            .formatted(UnixEndpoint.MAX_PATH_BYTES),
        text -> Format.require(text.endsWith(".sock"), UnixEndpoint.parse(text)));
  }

  /** Returns the format of the path of a directory in which a node's processes have sockets. */
  static Format<Path> runDirectory() {
    int most = UnixEndpoint.MAX_PATH_BYTES - SOCKET.length();
    Format<Path> path = Formats.absolutePath();
    return new Format<>(
        "%s of %d bytes at most, as sockets are in it".formatted(path.right(), most),
        text ->
            Format.require(
                text.getBytes(StandardCharsets.UTF_8).length <= most,
                path.parse(text).orElseThrow()));
  }

  /** Returns the format of a driver's name, as the sidecar of COSI v1alpha2 checks it. */
  static Format<String> driverName() {
    return Format.matching(
        "(?=.{1,63}$)" + LABEL + "(\\." + LABEL + ")*",
        "a DNS name of 63 characters at most, each of whose labels starts with one of a-z and goes"
            + " on with a-z, 0-9 and '-'");
  }

  /**
   * Returns the format of a CSI driver's name, which also must end in a letter for CSI's sanity
   * suite.
   */
  static Format<String> csiDriverName() {
    Format<String> name = driverName();
    return new Format<>(
        name.right() + ", and which ends in a letter",
        text -> name.parse(text).filter(known -> known.matches(".*[a-z]")).orElseThrow());
  }

  /** Returns the format of a node's name, which becomes part of an id whose length CSI limits. */
  static Format<String> nodeName() {
    return Format.matching(
        "[A-Za-z0-9][A-Za-z0-9._-]{0,143}",
        "1 to 144 letters, digits, '.', '_' and '-', the first a letter or digit");
  }

  static Format<String> podUid() {
    return Format.matching(
        "[A-Za-z0-9-]{1,64}", "1 to 64 letters, digits and '-', as Kubernetes makes them");
  }

  static Format<List<String>> backendNames() {
    return names("names", "[a-z0-9-]{1,32}", "1 to 32 of a-z, 0-9 and '-'");
  }

  static Format<List<String>> regions() {
    return names("regions", Formats.REGION, "1 to 63 letters, digits and '-'");
  }

  static Format<List<String>> endpoints() {
    return new Format<>(
        "base URLs separated by commas, like https://minio.storage.svc:9000, or "
            + CsiConfiguration.ANY_ENDPOINT,
        text -> {
          List<String> urls = Pattern.compile(",").splitAsStream(text).map(String::strip).toList();
          boolean right =
              urls.equals(List.of(CsiConfiguration.ANY_ENDPOINT))
                  || (!urls.isEmpty() && urls.stream().allMatch(DriverFormats::isServer));
          return Format.require(right, urls);
        });
  }

  /** Those of emulators of Azure have a path. */
  private static boolean isServer(String url) {
    URI uri = URI.create(url);
    return List.of("http", "https").contains(String.valueOf(uri.getScheme()))
        && uri.getHost() != null
        && uri.getUserInfo() == null
        && uri.getQuery() == null
        && uri.getFragment() == null;
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

  static Format<String> group() {
    return Format.matching("[A-Za-z0-9_][A-Za-z0-9_.-]{0,31}", "the name or number of a group");
  }

  static Format<Integer> mode() {
    return new Format<>(
        "an octal number of three digits, like 0660",
        text -> Format.require(text.matches("0?[0-7]{3}"), Integer.parseInt(text, 8)));
  }
}
