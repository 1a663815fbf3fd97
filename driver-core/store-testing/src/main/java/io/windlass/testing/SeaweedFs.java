package io.windlass.testing;

import io.windlass.secret.Secret;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.http.SdkHttpMethod;

/**
 * Runs SeaweedFS: master, volume server, filer and S3 with IAM in one process. Of its defaults
 * these have to be changed: changes of users are refused, a full bucket is deleted, a bucket that
 * is not there is made by a put, and its makers are told of the cluster.
 *
 * @param roles configuration of its token service, with roles, in JSON; empty: it has none
 */
record SeaweedFs(Optional<String> roles) implements ServerKind<SeaweedFsServer> {
  SeaweedFs() {
    this(Optional.empty());
  }

  /** Name of the user that every server has. */
  static final String ADMINISTRATOR = "admin";

  /** Each part has a port, and another for gRPC, which would be 10000 higher. */
  private static final List<String> OTHER_PORTS =
      List.of(
          "s3.port.grpc",
          "master.port",
          "master.port.grpc",
          "volume.port",
          "volume.port.grpc",
          "filer.port",
          "filer.port.grpc");

  @Override
  public String title() {
    return "SeaweedFS";
  }

  @Override
  public Class<SeaweedFsServer> type() {
    return SeaweedFsServer.class;
  }

  @Override
  public String executable() {
    return "weed";
  }

  @Override
  public String variable() {
    return "WINDLASS_TEST_SEAWEEDFS";
  }

  /** SeaweedFS comes in a package of Python's. */
  @Override
  public Optional<Containers<SeaweedFsServer>> containers() {
    return Optional.empty();
  }

  @Override
  public SeaweedFsServer plan(URI endpoint) {
    return new SeaweedFsServer(endpoint, UniqueName.of("root"), Secret.of(UniqueName.of("secret")));
  }

  @Override
  public Optional<SeaweedFsServer> shared(Map<String, String> environment) {
    return Optional.ofNullable(environment.get(variable() + "_ENDPOINT"))
        .map(endpoint ->
            new SeaweedFsServer(
                URI.create(endpoint),
                environment.getOrDefault(variable() + "_USER", ""),
                Secret.of(environment.getOrDefault(variable() + "_PASSWORD", ""))));
  }

  @Override
  public ProcessBuilder process(Path executable, SeaweedFsServer server, Path home) {
    String host = server.endpoint().getHost();
    List<String> command =
        new ArrayList<>(
            List.of(
                executable.toString(),
                "server",
                "-ip=" + host,
                "-ip.bind=" + host,
                "-dir=" + home,
                "-volume.max=1000",
                "-master.volumeSizeLimitMB=64",
                "-master.telemetry=false",
                "-filer",
                "-filer.localSocket=" + home.resolve("filer.sock"),
                "-s3",
                "-s3.port=" + server.endpoint().getPort(),
                "-s3.port.iceberg=0",
                "-s3.port.lance=0",
                "-s3.localSocket=" + home.resolve("s3.sock"),
                "-s3.config=" + identities(server, home),
                "-s3.iam.readOnly=false",
                "-s3.allowDeleteBucketNotEmpty=false",
                "-s3.autoCreateBucket=false"));
    roles.ifPresent(
        config -> command.add("-s3.iam.config=" + write(home.resolve("roles.json"), config)));
    for (String name : OTHER_PORTS) {
      int port = FreePort.pick();
      command.add("-%s=%d".formatted(name, port));
      if (name.endsWith(".grpc")) {
        String part = name.substring(0, name.indexOf('.'));
        new File("/tmp/seaweedfs-%s-grpc-%d.sock".formatted(part, port)).deleteOnExit();
      }
    }
    ProcessBuilder process = Programs.process(command);
    process.directory(home.toFile());
    process.environment().put("HOME", home.toString());
    // A new bucket gets its volumes at its first put: one is quicker than seven.
    process.environment().put("WEED_MASTER_VOLUME_GROWTH_COPY_1", "1");
    return process;
  }

  /** Writes the file that names the administrator; returns it. */
  static Path identities(SeaweedFsServer server, Path home) {
    String administrator =
        """
        {"identities":[{"name":"%s","credentials":[{"accessKey":"%s","secretKey":"%s"}],
        "actions":["Admin","Read","List","Tagging","Write"]}]}
        """
            .formatted(ADMINISTRATOR, server.rootAccessKey(), server.rootSecret().reveal());
    return write(home.resolve("identities.json"), administrator);
  }

  private static Path write(Path file, String text) {
    try {
      return Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** S3 answers before users can be changed. */
  @Override
  public boolean isReady(SeaweedFsServer server) {
    try {
      byte[] _ =
          AwsCall.of("iam", server.endpoint())
              .signedBy(server.rootAccessKey(), server.rootSecret())
              .send(
                  SdkHttpMethod.POST,
                  "Action=ListUsers&Version=2010-05-08".getBytes(StandardCharsets.UTF_8));
      return true;
    } catch (IllegalStateException | UncheckedIOException e) {
      return false;
    }
  }
}
