package io.windlass.cli.support;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Parts of a support file beside the output of commands. A part that cannot be had says why.
 *
 * @param logs files of which the last lines are taken
 */
record SupportParts(Map<String, String> environment, List<Path> logs, int lines) {
  /** Commands whose output is taken. */
  static final List<String> COMMANDS =
      List.of("version", "config", "doctor", "mounts --json", "ls --json", "keys");

  private static final List<String> OF_SYSTEM =
      List.of(
          "/proc/version",
          "/etc/os-release",
          "/proc/meminfo",
          "/proc/loadavg",
          "/proc/self/cgroup",
          "/sys/fs/cgroup/memory.max");

  private static final String METRICS = "WINDLASS_METRICS_ADDRESS";
  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final int LONGEST_LOG = 4 << 20;

  SupportParts {
    environment = Map.copyOf(environment);
    logs = List.copyOf(logs);
  }

  /** A file of the archive. */
  record Part(String name, String text) {}

  /** Reads something. */
  private interface Reading {
    String read() throws IOException, InterruptedException;
  }

  List<Part> all() {
    List<Part> parts = new ArrayList<>();
    parts.add(new Part("mountinfo.txt", read(() -> text(Path.of("/proc/self/mountinfo")))));
    parts.add(
        new Part(
            "system.txt",
            OF_SYSTEM.stream()
                .map(file -> "== %s%n%s%n".formatted(file, read(() -> text(Path.of(file)))))
                .collect(Collectors.joining())));
    Optional.ofNullable(environment.get(METRICS))
        .ifPresent(address -> parts.add(new Part("metrics.txt", read(() -> metrics(address)))));
    for (int i = 0; i < logs.size(); i++) {
      Path log = logs.get(i);
      parts.add(
          new Part(
              "log-%d.txt".formatted(i + 1), "== %s%n%s".formatted(log, read(() -> end(log)))));
    }
    return parts;
  }

  private static String read(Reading reading) {
    try {
      return reading.read();
    } catch (IOException | IllegalArgumentException e) {
      return "not to be had: %s%n".formatted(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "not to be had: interrupted";
    }
  }

  /** Files of /proc state no length, so they are read to their end. */
  private static String text(Path file) throws IOException {
    return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
  }

  private String end(Path log) throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "r")) {
      int length = (int) Math.min(file.length(), LONGEST_LOG);
      byte[] last = new byte[length];
      file.seek(file.length() - length);
      file.readFully(last);
      List<String> all = new String(last, StandardCharsets.UTF_8).lines().toList();
      return String.join("\n", all.subList(Math.max(0, all.size() - lines), all.size())) + "\n";
    }
  }

  private static String metrics(String address) throws IOException, InterruptedException {
    try (HttpClient client =
        HttpClient.newBuilder()
            .proxy(HttpClient.Builder.NO_PROXY)
            .connectTimeout(PATIENCE)
            .build()) {
      String host = address.strip().replaceFirst("^(0\\.0\\.0\\.0|\\[::])?:", "127.0.0.1:");
      return client
          .send(
              HttpRequest.newBuilder(URI.create("http://%s/metrics".formatted(host)))
                  .timeout(PATIENCE)
                  .build(),
              HttpResponse.BodyHandlers.ofString())
          .body();
    }
  }
}
