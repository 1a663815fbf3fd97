package io.windlass.provision;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.registry.Owner;
import io.windlass.registry.Registry;
import io.windlass.registry.RegistryBucket;
import io.windlass.store.local.LocalBackend;
import io.windlass.store.local.LocalConfig;
import io.windlass.store.s3.S3Granted;
import io.windlass.store.s3.ScriptedServer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Uploads that nobody ended. */
class LeftUploadsTest {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** An upload whose end its client did not learn of is left, as on MinIO. */
  @Test
  void anUploadThatIsNamedForEverIsAbortedOnce(@TempDir Path directory) throws IOException {
    try (ScriptedServer server =
            new ScriptedServer(
                ScriptedServer.uploads("over"),
                ScriptedServer.done(),
                ScriptedServer.uploads("over"));
        S3Granted open = server.open(PATIENCE, PATIENCE);
        LocalBackend backend = LocalBackend.open(LocalConfig.in(directory))) {
      Registry registry =
          new Registry(
              new RegistryBucket(backend, "registry", true), Owner.current("test:/a.sock"));
      LeasedOperation operation =
          LeasedOperation.on(new ConfiguredBackend(backend, registry, "registry"));
      assertThat(LeftUploads.abort(operation, open.objects(), "", () -> false)).isTrue();
      assertThat(server.requests()).hasSize(2);
    }
  }
}
