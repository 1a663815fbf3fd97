package io.windlass.testing;

import io.windlass.secret.Secret;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.http.SdkHttpMethod;

/** Runs Versity S3 Gateway over a directory, and beside it the process that is its IAM. */
record Versity() implements ServerKind<VersityServer> {
  /** The IAM ends with the gateway, which may be killed. */
  private static final String BOTH =
      """
      rm -f iam.sock
      setpriv --pdeathsig KILL "$0" --port "$IAM" iam --dir "$PWD/iam" \
        --private-ports "$PWD/iam.sock" &
      exec "$0" --port "$PORT" --iam-standalone-endpoint "$PWD/iam.sock" \
        posix --versioning-dir "$PWD/versions" "$PWD/data"
      """;

  @Override
  public String title() {
    return "Versity S3 Gateway";
  }

  @Override
  public Class<VersityServer> type() {
    return VersityServer.class;
  }

  @Override
  public String executable() {
    return "versitygw";
  }

  @Override
  public String variable() {
    return "WINDLASS_TEST_VERSITYGW";
  }

  @Override
  public Optional<Containers<VersityServer>> containers() {
    return Optional.empty();
  }

  @Override
  public VersityServer plan(URI endpoint) {
    return new VersityServer(
        endpoint,
        URI.create("http://%s:%d".formatted(endpoint.getHost(), FreePort.pick())),
        UniqueName.of("root"),
        Secret.of(UniqueName.of("secret")));
  }

  @Override
  public Optional<VersityServer> shared(Map<String, String> environment) {
    return Optional.empty();
  }

  @Override
  public ProcessBuilder process(Path executable, VersityServer server, Path home) {
    try {
      for (String part : List.of("iam", "versions", "data")) {
        Files.createDirectories(home.resolve(part));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    ProcessBuilder process = Programs.process("sh", "-c", BOTH, executable.toString());
    process.directory(home.toFile());
    process
        .environment()
        .putAll(
            Map.of(
                "PORT", server.endpoint().getAuthority(),
                "IAM", server.iamEndpoint().getAuthority(),
                "ROOT_ACCESS_KEY", server.rootAccessKey(),
                "ROOT_SECRET_KEY", server.rootSecret().reveal()));
    return process;
  }

  /** The gateway waits for its IAM before it serves. */
  @Override
  public boolean isReady(VersityServer server) {
    try {
      byte[] _ =
          AwsCall.of("iam", server.iamEndpoint())
              .signedBy(server.rootAccessKey(), server.rootSecret())
              .send(
                  SdkHttpMethod.POST,
                  "Action=ListUsers&Version=2010-05-08".getBytes(StandardCharsets.UTF_8));
      return Http.status(server.endpoint()).isPresent();
    } catch (IllegalStateException | UncheckedIOException e) {
      return false;
    }
  }
}
