package io.windlass.provision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.windlass.error.DriverException;
import io.windlass.object.Condition;
import io.windlass.object.Content;
import io.windlass.registry.Owner;
import io.windlass.registry.RecordKind;
import io.windlass.registry.Registry;
import io.windlass.registry.RegistryBucket;
import io.windlass.store.ListedVersion;
import io.windlass.store.ObjectStore;
import io.windlass.store.PutOptions;
import io.windlass.testing.MinioServer;
import io.windlass.testing.RealServer;
import io.windlass.testing.S3Clients;
import io.windlass.testing.UniqueName;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.s3.S3Client;

/** Buckets whose class retains their objects. */
@RealServer(MinioServer.class)
class RetainedBucketTest {
  private static final Map<String, String> CLASS =
      Map.of("objectLock", "true", "retentionDays", "7");

  @Test
  void aBucketIsDeletedWhenTheRetentionOfItsObjectsIsOver(
      MinioServer server, @TempDir Path directory) {
    try (CleanMinio minio = CleanMinio.open(server, directory);
        S3Client owner =
            S3Clients.client(server.endpoint(), server.rootAccessKey(), server.rootSecret())) {
      String registryBucket = UniqueName.of("registry");
      Registry registry =
          new Registry(
              new RegistryBucket(minio.backend(), registryBucket, true),
              Owner.current("test:/a.sock"));
      Buckets buckets =
          Buckets.forClaims(
              new OpenBackends(List.of(new OpenBackend(minio.backend(), registry, registryBucket))),
              new CallsInFlight());
      BucketId id = new BucketId(minio.backend().name(), UniqueName.of("retained"));
      buckets.create(id, BucketParameters.parse(CLASS));
      assertThatExceptionOfType(DriverException.AlreadyExists.class)
          .isThrownBy(() ->
              buckets.create(
                  id, BucketParameters.parse(Map.of("objectLock", "true", "retentionDays", "8"))))
          .withMessageContaining("retentionDays is '7' and was asked to be '8'");

      ObjectStore objects = minio.backend().objects(id.bucket());
      for (String key : List.of("kept", "kept", "gone")) {
        objects.put(key, Content.of(new byte[1]), PutOptions.DEFAULT);
      }
      objects.delete("gone", Condition.always());
      assertThatExceptionOfType(DriverException.NotEmpty.class)
          .isThrownBy(() -> buckets.delete(id))
          .withMessageContaining("whenNotEmpty")
          .withMessageContaining("retained for 7 days");
      for (int call = 0; call < 2; call++) {
        assertThatExceptionOfType(DriverException.NotEmpty.class)
            .isThrownBy(() -> buckets.delete(id, () -> true))
            .withMessageContaining("cannot be emptied")
            .withMessageContaining("WORM")
            .withMessageContaining("retained for 7 days");
      }
      List<ListedVersion> retained =
          objects.versions().orElseThrow().list("", Optional.empty()).items();
      assertThat(retained).filteredOn(version -> !version.deleteMarker()).hasSize(3);

      for (ListedVersion version : retained) {
        owner.putObjectRetention(end ->
            end.bucket(id.bucket())
                .key(version.key())
                .versionId(version.version())
                .bypassGovernanceRetention(true)
                .retention(_ -> {}));
      }
      buckets.delete(id);
      assertThat(minio.backend().buckets().exists(id.bucket())).isFalse();
      assertThat(registry.find(RecordKind.BUCKETS, id.bucket())).isEmpty();
    }
  }
}
