package io.windlass.provision;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.backend.Backend;
import io.windlass.registry.Owner;
import io.windlass.registry.Registry;
import io.windlass.registry.RegistryBucket;
import io.windlass.secret.Keyring;
import io.windlass.secret.Secret;
import io.windlass.store.local.LocalBackend;
import io.windlass.store.local.LocalConfig;
import io.windlass.store.s3.MinioBackends;
import io.windlass.testing.MinioServer;
import io.windlass.testing.proxy.ScriptedServer;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Uploads that nobody ended. */
class LeftUploadsTest {
  /** An upload whose end its client did not learn of is left, as on MinIO. */
  @Test
  void anUploadThatIsNamedForEverIsAbortedOnce(@TempDir Path directory) throws IOException {
    try (ScriptedServer server =
            new ScriptedServer(
                ScriptedServer.uploads("over"),
                ScriptedServer.done(),
                ScriptedServer.uploads("over"));
        Backend minio = minio(server, directory.resolve("secret"));
        LocalBackend backend = LocalBackend.open(LocalConfig.in(directory.resolve("store")))) {
      Registry registry =
          new Registry(
              new RegistryBucket(backend, "registry", true), Owner.current("test:/a.sock"));
      LeasedOperation operation =
          LeasedOperation.on(new OpenBackend(backend, registry, "registry"));
      assertThat(LeftUploads.abort(operation, minio.objects("bucket"), "", () -> false)).isTrue();
      assertThat(server.requests()).hasSize(2);
    }
  }

  private static Backend minio(ScriptedServer server, Path directory) {
    Keyring ring = Keyring.parse(Keyring.generate());
    MinioServer minio = new MinioServer(server.endpoint(), "scripted", Secret.of("secret"), "");
    return MinioBackends.patient(minio, directory, () -> ring);
  }
}
