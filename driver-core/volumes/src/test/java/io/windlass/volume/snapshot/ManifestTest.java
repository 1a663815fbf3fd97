package io.windlass.volume.snapshot;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.provision.ConfiguredBackend;
import io.windlass.provision.LeasedOperation;
import io.windlass.registry.Owner;
import io.windlass.registry.Registry;
import io.windlass.registry.RegistryBucket;
import io.windlass.store.BucketSettings;
import io.windlass.store.Content;
import io.windlass.store.PutOptions;
import io.windlass.store.local.LocalBackend;
import io.windlass.store.local.LocalConfig;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pages of manifests. */
class ManifestTest {
  private static final String REGISTRY = "manifest-registry";
  private static final String RECORD = "snapshots/one";

  private static final List<ManifestEntry> ENTRIES =
      List.of(
          new ManifestEntry(
              "folder/ä", Optional.of("v-1"), 0, 5, Instant.parse("2030-01-02T03:04:05.006Z")),
          new ManifestEntry(
              "copied", Optional.empty(), 7, 1L << 40, Instant.parse("2030-01-02T03:04:06Z")));

  /** The same as version 0.1 wrote it, byte for byte. */
  private static final String OLD =
      """
      {"entries":[{"key":"folder/ä","version":"v-1","copy":0,"size":5,"etag":"\\"etag-1\\"",\
      "modified":"2030-01-02T03:04:05.006Z"},{"key":"copied","version":null,"copy":7,\
      "size":1099511627776,"etag":"\\"etag-2\\"","modified":"2030-01-02T03:04:06Z"}]}\
      """;

  private final LocalBackend backend;
  private final Manifest manifest;

  ManifestTest(@TempDir Path directory) {
    backend = LocalBackend.open(LocalConfig.in(directory.resolve("store")));
    Registry registry =
        new Registry(new RegistryBucket(backend, REGISTRY, true), Owner.current("test:/a.sock"));
    manifest = new Manifest(
            LeasedOperation.on(new ConfiguredBackend(backend, registry, REGISTRY)), RECORD);
  }

  @BeforeEach
  void make() {
    backend.buckets().create(REGISTRY, BucketSettings.DEFAULT);
  }

  @AfterEach
  void close() {
    backend.close();
  }

  @Test
  void aPageIsReadAsItWasWritten() {
    manifest.write(1, ENTRIES);
    assertThat(manifest.read(1)).isEqualTo(ENTRIES);
  }

  @Test
  void aPageOfVersion01IsRead() {
    backend
        .objects(REGISTRY)
        .put(
            "snapshot-data/" + RECORD + "/pages/00000002",
            Content.of(OLD.getBytes(UTF_8)),
            PutOptions.DEFAULT);
    assertThat(manifest.read(2)).isEqualTo(ENTRIES);
  }
}
