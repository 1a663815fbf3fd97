package io.windlass.provision;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.backend.Backend;
import io.windlass.backend.BucketSettings;
import io.windlass.object.Content;
import io.windlass.registry.Owner;
import io.windlass.registry.Registry;
import io.windlass.registry.RegistryBucket;
import io.windlass.secret.Keyring;
import io.windlass.store.PutOptions;
import io.windlass.store.s3.SeaweedFsBackends;
import io.windlass.testing.RealServer;
import io.windlass.testing.SeaweedFsServer;
import io.windlass.testing.UniqueName;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@RealServer(SeaweedFsServer.class)
class SeaweedFsEmptierTest {
  private final Keyring ring = Keyring.parse(Keyring.generate());

  /** Its list of versions has other keys then, which it says to delete. */
  @Test
  void keysThatXmlCannotHoldAreEmptied(SeaweedFsServer server, @TempDir Path directory) {
    try (Backend backend = SeaweedFsBackends.open(server, directory, () -> ring)) {
      String bucket = UniqueName.of("bucket");
      backend.buckets().create(bucket, BucketSettings.DEFAULT);
      for (String key : new String[] {"plain", "a\u0001b", "d/\u0002"}) {
        backend.objects(bucket).put(key, Content.of(new byte[1]), PutOptions.DEFAULT);
      }
      Registry registry =
          new Registry(new RegistryBucket(backend, bucket, true), Owner.current("test:/a.sock"));
      LeasedOperation operation = LeasedOperation.on(new OpenBackend(backend, registry, bucket));

      assertThat(new Emptier(operation, bucket, "").run()).isTrue();
      backend.buckets().delete(bucket);
      assertThat(backend.buckets().exists(bucket)).isFalse();
    }
  }
}
