package io.windlass.test.conformance;

import io.windlass.cosi.sanity.trial.Restart;
import io.windlass.secret.Keyring;
import io.windlass.secret.Secret;
import io.windlass.test.launcher.Launch;
import io.windlass.test.launcher.Running;
import io.windlass.testing.MinioServer;
import io.windlass.testing.SeaweedFsServer;
import io.windlass.testing.UniqueName;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;

/** A driver as a process, which is killed (SIGKILL) and started again when asked to. */
final class KillableDriver implements Restart, AutoCloseable {
  private final Launch launch;
  private final Path directory;
  private Running running;

  private KillableDriver(Launch launch, Path directory) {
    this.launch = launch;
    this.directory = directory;
    this.running = Running.serving(launch, directory);
  }

  /** One with an embedded server. */
  static KillableDriver embedded(Path directory) {
    return new KillableDriver(Running.driver(directory), directory);
  }

  /** One of a MinIO server, as its administrator. */
  static KillableDriver minio(Path directory, MinioServer server) throws IOException {
    return s3("minio", directory, server.endpoint(), server.rootAccessKey(), server.rootSecret());
  }

  /** One of a SeaweedFS server, as its administrator. */
  static KillableDriver seaweedFs(Path directory, SeaweedFsServer server) throws IOException {
    return s3(
        "seaweedfs", directory, server.endpoint(), server.rootAccessKey(), server.rootSecret());
  }

  private static KillableDriver s3(
      String flavor, Path directory, URI endpoint, String accessKey, Secret secret)
      throws IOException {
    Path admin = Files.createDirectory(directory.resolve("admin"));
    Files.writeString(admin.resolve("accessKeyId"), accessKey);
    Files.writeString(admin.resolve("secretAccessKey"), secret.reveal());
    Path keys = Files.createDirectory(directory.resolve("keys")).resolve("keyring");
    Files.writeString(keys, Keyring.generate().reveal());
    Launch launch =
        Launch.windlass("cosi")
            .with("COSI_ENDPOINT", "unix://" + socket(directory))
            .with("WINDLASS_BACKENDS", "store")
            .with("WINDLASS_STORE_KIND", "s3")
            .with("WINDLASS_STORE_FLAVOR", flavor)
            .with("WINDLASS_STORE_ENDPOINT", endpoint.toString())
            .with("WINDLASS_STORE_CREDENTIALS", admin.toString())
            .with("WINDLASS_STORE_REGISTRY_BUCKET", UniqueName.of("registry"))
            .with("WINDLASS_KEYS", keys.toString());
    return new KillableDriver(launch, directory);
  }

  private static Path socket(Path directory) {
    return directory.resolve("cosi.sock");
  }

  /** Returns the socket of the driver. */
  Path socket() {
    return socket(directory);
  }

  /** Returns the output since the last start. */
  String said() {
    return running.said();
  }

  @Override
  public void restart() throws InterruptedException {
    running.process().destroyForcibly().waitFor();
    running = Running.serving(launch, directory);
  }

  @Override
  public void close() {
    running.close();
  }
}
