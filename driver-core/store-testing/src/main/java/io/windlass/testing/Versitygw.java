package io.windlass.testing;

import io.windlass.secret.Secret;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Runs Versity S3 Gateway over directories, one of which is for versions. */
record Versitygw() implements ServerKind<VersitygwServer> {
  @Override
  public String title() {
    return "Versity S3 Gateway";
  }

  @Override
  public Class<VersitygwServer> type() {
    return VersitygwServer.class;
  }

  @Override
  public String executable() {
    return "versitygw";
  }

  @Override
  public String variable() {
    return "WINDLASS_TEST_VERSITYGW";
  }

  /** It comes as source. */
  @Override
  public Optional<Containers<VersitygwServer>> containers() {
    return Optional.empty();
  }

  @Override
  public VersitygwServer plan(URI endpoint) {
    return new VersitygwServer(endpoint, UniqueName.of("root"), Secret.of(UniqueName.of("secret")));
  }

  /** Returns empty: the tests of one module have it. */
  @Override
  public Optional<VersitygwServer> shared(Map<String, String> environment) {
    return Optional.empty();
  }

  @Override
  public ProcessBuilder process(Path executable, VersitygwServer server, Path home) {
    ProcessBuilder process =
        Programs.process(
            List.of(
                executable.toString(),
                "--port",
                "%s:%d".formatted(server.endpoint().getHost(), server.endpoint().getPort()),
                "--quiet",
                "posix",
                "--versioning-dir",
                made(home.resolve("versions")),
                made(home.resolve("data"))));
    Map<String, String> environment = process.environment();
    environment.put("ROOT_ACCESS_KEY", server.rootAccessKey());
    environment.put("ROOT_SECRET_KEY", server.rootSecret().reveal());
    environment.put("HOME", home.toString());
    return process;
  }

  private static String made(Path directory) {
    try {
      return Files.createDirectories(directory).toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** It is ready when it refuses an unsigned request. */
  @Override
  public boolean isReady(VersitygwServer server) {
    return Http.status(server.endpoint()).isPresent();
  }
}
