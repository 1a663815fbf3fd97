package io.windlass.registry;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.backend.Backend;
import io.windlass.registry.RecordPages.Identified;
import io.windlass.registry.VolumeRecord.Attachment;
import io.windlass.secret.Keyring;
import io.windlass.store.s3.MinioBackends;
import io.windlass.testing.MinioServer;
import io.windlass.testing.RealServer;
import io.windlass.testing.UniqueName;
import io.windlass.testing.crash.TrapBackend;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@RealServer(MinioServer.class)
class MinioRecordPagesTest {
  private static final VolumeRecord SHORT =
      new VolumeRecord(
          VolumeRecord.State.READY,
          VolumeRecord.Origin.CREATED,
          "naïve",
          Fingerprint.of(Map.of()),
          1,
          VolumeRecord.WhenDeleted.DELETE,
          Map.of(),
          Map.of(),
          Optional.empty(),
          Optional.empty(),
          List.of());

  /** As long as metadata may not be. */
  private static final VolumeRecord LONG =
      SHORT.withAttachments(
          IntStream.range(0, 100)
              .mapToObj(i ->
                  new Attachment(
                      UUID.randomUUID().toString(), "mode", false, "account" + i, Optional.empty()))
              .toList());

  private static void insert(Registry registry, int number) {
    Entry<VolumeRecord> _ = registry.insert(RecordKind.VOLUMES, "volume" + number, SHORT);
  }

  @Test
  void theListingTellsRecords(MinioServer server, @TempDir Path directory) {
    Keyring ring = Keyring.parse(Keyring.generate());
    TrapBackend requests = TrapBackend.counting();
    try (Backend backend = MinioBackends.patient(server, directory, () -> ring)) {
      RegistryBucket bucket =
          new RegistryBucket(requests.over(backend), UniqueName.of("records"), true);
      Registry registry = new Registry(bucket, Owner.current("test:/a.sock"));
      registry.insert(RecordKind.VOLUMES, "long", LONG);
      Lease<VolumeRecord> lease = registry.claimNew(RecordKind.VOLUMES, "short", LONG);
      requests.taken();
      lease.complete(SHORT);
      RecordPages<VolumeRecord> pages = new RecordPages<>(registry, RecordKind.VOLUMES);
      assertThat(pages.read(Optional.empty(), 10))
          .isEqualTo(
              new RecordPages.Piece<>(
                  List.of(new Identified<>("long", LONG), new Identified<>("short", SHORT)),
                  Optional.empty()));
      assertThat(requests.taken())
          .containsEntry("ObjectStore.list", 1L)
          .containsEntry("ObjectStore.get", 1L);
      IntStream.range(0, 10).forEach(i -> insert(registry, i));
      requests.taken();
      assertThat(pages.read(Optional.empty(), 1000).records()).hasSize(12);
      assertThat(requests.taken())
          .as("few unknown ones are read")
          .isEqualTo(Map.of("ObjectStore.list", 1L, "ObjectStore.get", 10L));
      IntStream.range(10, 111).forEach(i -> insert(registry, i));
      requests.taken();
      assertThat(pages.read(Optional.empty(), 1000).records()).hasSize(113);
      assertThat(requests.taken())
          .as("many are told by another listing")
          .isEqualTo(Map.of("ObjectStore.list", 2L));
    }
  }
}
