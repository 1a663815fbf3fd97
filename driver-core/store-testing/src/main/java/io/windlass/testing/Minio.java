package io.windlass.testing;

import io.windlass.secret.Secret;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.MinIOContainer;
import org.testcontainers.utility.DockerImageName;
import software.amazon.awssdk.http.SdkHttpMethod;

/**
 * Runs MinIO: one drive, built-in key management, no console.
 *
 * @param more further settings in its environment, where it runs as a process
 */
record Minio(Map<String, String> more)
    implements ServerKind<MinioServer>, ServerKind.Containers<MinioServer> {
  Minio() {
    this(Map.of());
  }

  private static final int RANDOM_BYTES = 16;
  private static final int KMS_KEY_BYTES = 32;
  private static final String KMS_KEY = "windlass-test";

  @Override
  public String title() {
    return "MinIO";
  }

  @Override
  public Class<MinioServer> type() {
    return MinioServer.class;
  }

  @Override
  public String executable() {
    return "minio";
  }

  @Override
  public String variable() {
    return "WINDLASS_TEST_MINIO";
  }

  @Override
  public Optional<Containers<MinioServer>> containers() {
    return Optional.of(this);
  }

  /** The last image that was published; since then MinIO comes as source only. */
  @Override
  public DockerImageName image() {
    return DockerImageName.parse("minio/minio:RELEASE.2025-09-07T16-13-09Z");
  }

  @Override
  public int port() {
    return 9000;
  }

  @Override
  public MinioServer plan(URI endpoint) {
    return new MinioServer(
        endpoint,
        "root" + HexFormat.of().formatHex(random(RANDOM_BYTES / 2)),
        Secret.of(HexFormat.of().formatHex(random(RANDOM_BYTES))),
        KMS_KEY);
  }

  @Override
  public Optional<MinioServer> shared(Map<String, String> environment) {
    return Optional.ofNullable(environment.get(variable() + "_ENDPOINT"))
        .map(endpoint ->
            new MinioServer(
                URI.create(endpoint),
                environment.getOrDefault(variable() + "_USER", ""),
                Secret.of(environment.getOrDefault(variable() + "_PASSWORD", "")),
                KMS_KEY));
  }

  @Override
  public GenericContainer<?> container(DockerImageName image, MinioServer server) {
    return new MinIOContainer(image.asCompatibleSubstituteFor("minio/minio"))
        .withUserName(server.rootAccessKey())
        .withPassword(server.rootSecret().reveal())
        .withEnv(environment(server));
  }

  @Override
  public ProcessBuilder process(Path executable, MinioServer server, Path home) {
    ProcessBuilder process =
        Programs.process(
            List.of(
                executable.toString(),
                "server",
                "--address",
                "%s:%d".formatted(server.endpoint().getHost(), server.endpoint().getPort()),
                "--certs-dir",
                home.resolve("certs").toString(),
                home.resolve("data").toString()));
    Map<String, String> environment = process.environment();
    environment.keySet().removeIf(name -> name.startsWith("MINIO_"));
    environment.putAll(environment(server));
    environment.put("MINIO_ROOT_USER", server.rootAccessKey());
    environment.put("MINIO_ROOT_PASSWORD", server.rootSecret().reveal());
    environment.put("HOME", home.toString());
    environment.putAll(more);
    return process;
  }

  /** Returns settings with a new key for encryption, which all processes of one server share. */
  static Map<String, String> environment(MinioServer server) {
    String kmsKey = Base64.getEncoder().encodeToString(random(KMS_KEY_BYTES));
    return Map.of(
        "MINIO_BROWSER", "off",
        "MINIO_UPDATE", "off",
        "MINIO_KMS_SECRET_KEY", server.kmsKeyId() + ":" + kmsKey);
  }

  /**
   * Its health page says yes before its users are loaded, and what was changed by then is lost from
   * its memory. The list of groups waits for that.
   */
  @Override
  public boolean isReady(MinioServer server) {
    if (!Http.isOk(server.endpoint().resolve("/minio/health/ready"))) {
      return false;
    }
    try {
      byte[] _ = MinioAdminCall.make(server, SdkHttpMethod.GET, "groups", new byte[0]);
      return true;
    } catch (IllegalStateException | UncheckedIOException e) {
      return false;
    }
  }

  private static byte[] random(int length) {
    byte[] bytes = new byte[length];
    new SecureRandom().nextBytes(bytes);
    return bytes;
  }
}
