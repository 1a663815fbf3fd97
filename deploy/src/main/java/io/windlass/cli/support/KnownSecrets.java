package io.windlass.cli.support;

import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.MalformedInputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Secrets that a configuration names files of, to keep them out of a text whatever wrote it. */
final class KnownSecrets {
  private static final String MASK = "***";

  /** Shorter texts are no secrets, and stand anywhere. */
  private static final int LEAST = 8;

  private static final String KEYS = "WINDLASS_KEYS";

  /** Variables of clients, by which "windlass mount" gets its key. */
  private static final List<String> OF_CLIENTS =
      List.of(
          "AWS_SECRET_ACCESS_KEY",
          "AWS_SESSION_TOKEN",
          "AZURE_STORAGE_SAS_TOKEN",
          "AZURE_STORAGE_KEY",
          "AZURE_CLIENT_SECRET");

  /** Files of credentials that are no secrets, and help to find a mistake. */
  private static final Set<String> PUBLIC = Set.of("accessKeyId", "tenantId", "clientId");

  private final List<String> secrets;

  private KnownSecrets(Set<String> secrets) {
    // A secret that contains another is masked whole.
    this.secrets =
        secrets.stream().sorted(Comparator.comparingInt(String::length).reversed()).toList();
  }

  /** Reads the secrets that these settings name. A file that cannot be read cannot be shown. */
  static KnownSecrets of(Map<String, String> environment) {
    Set<String> secrets = new TreeSet<>();
    environment.forEach((name, value) -> {
      if (OF_CLIENTS.contains(name)) {
        add(value, secrets);
      } else if (name.equals(KEYS) || name.endsWith("_TOKEN_FILE")) {
        addFile(Path.of(value.strip()), secrets);
      } else if (name.startsWith("OTEL_") && name.endsWith("_HEADERS")) {
        addHeaders(value, secrets);
      } else if (name.toLowerCase(Locale.ROOT).endsWith("_proxy")) {
        addLogin(value, secrets);
      } else if (name.startsWith("WINDLASS_") && name.endsWith("_CREDENTIALS")) {
        files(Path.of(value.strip())).forEach(file -> addFile(file, secrets));
      }
    });
    return new KnownSecrets(secrets);
  }

  private static List<Path> files(Path directory) {
    try (Stream<Path> all = Files.list(directory)) {
      return all.filter(Files::isRegularFile)
          .filter(file -> !PUBLIC.contains(file.getFileName().toString()))
          .toList();
    } catch (IOException e) {
      return new ArrayList<>();
    }
  }

  private static void addFile(Path file, Set<String> secrets) {
    try {
      Files.readAllLines(file).forEach(line -> add(line, secrets));
    } catch (MalformedInputException e) {
      // What is no text stands in no text.
    } catch (IOException e) {
      // It was not readable for the parts of the file, either.
    }
  }

  /** Headers for a collector of traces: NAME=VALUE, separated by commas, encoded as in URLs. */
  private static void addHeaders(String headers, Set<String> secrets) {
    for (String header : headers.split(",", -1)) {
      String value = header.substring(header.indexOf('=') + 1);
      add(value, secrets);
      add(value.replace("%20", " "), secrets);
    }
  }

  /** What a URL has before its host, and it as it is sent. */
  private static void addLogin(String proxy, Set<String> secrets) {
    String login = proxy.replaceFirst("^[^:/]*://", "").replaceFirst("@?[^@]*$", "");
    String password = login.replaceFirst("^[^:]*:?", "");
    add(password, secrets);
    try {
      add(URLDecoder.decode(password.replace("+", "%2B"), StandardCharsets.UTF_8), secrets);
    } catch (IllegalArgumentException e) {
      // It is not encoded, and no proxy either.
    }
  }

  private static void add(String value, Set<String> secrets) {
    for (String word : value.strip().split("[\\s;&?]+", -1)) {
      String secret = word.replaceFirst("^(AccountKey|SharedAccessSignature|sig)=", "");
      if (secret.length() >= LEAST) {
        secrets.add(secret);
      }
    }
  }

  /** Returns the text with *** for each secret. */
  String masked(String text) {
    String masked = text;
    for (String secret : secrets) {
      masked = masked.replace(secret, MASK);
    }
    return masked;
  }
}
