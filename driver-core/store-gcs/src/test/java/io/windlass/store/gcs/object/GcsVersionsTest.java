package io.windlass.store.gcs.object;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.windlass.backend.BucketSettings;
import io.windlass.fake.gcs.FakeGcs;
import io.windlass.object.Condition;
import io.windlass.object.Content;
import io.windlass.store.ListedVersion;
import io.windlass.store.ObjectStore;
import io.windlass.store.PutOptions;
import io.windlass.store.gcs.GcsBackend;
import io.windlass.store.gcs.GcsBackends;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("Delete markers are what Google says of its generations (on a FAKE)")
class GcsVersionsTest {
  private final FakeGcs fake = new FakeGcs("versions");
  @TempDir private Path directory;
  private GcsBackend backend;
  private ObjectStore store;

  @BeforeEach
  void open() {
    backend = GcsBackends.open(fake, directory);
    backend.buckets().create("bucket", BucketSettings.DEFAULT);
    backend.buckets().keepVersions("bucket", true);
    store = backend.objects("bucket");
  }

  @AfterEach
  void close() {
    backend.close();
    fake.close();
  }

  private void write() {
    store.put("key", Content.of(new byte[1]), PutOptions.DEFAULT);
  }

  private List<ListedVersion> versions() {
    return store.versions().orElseThrow().list("key", Optional.empty()).items();
  }

  @Test
  void anOverwriteLeavesNoMarker() {
    write();
    write();
    assertThat(versions()).extracting(ListedVersion::deleteMarker).containsExactly(false, false);
  }

  /** A gap of a moment may be that of an overwrite, too. */
  @Test
  void whatIsNotSaidIsUncertain() {
    write();
    fake.settings().overwritesLeave(Duration.ofMillis(5));
    write();
    store.delete("key", Condition.always());
    fake.pass(Duration.ofSeconds(2));
    write();
    store.delete("key", Condition.always());

    assertThat(versions())
        .extracting(ListedVersion::deleteMarker, ListedVersion::kept, ListedVersion::latest)
        .containsExactly(
            tuple(true, true, true),
            tuple(false, true, false),
            tuple(true, true, false),
            tuple(false, true, false),
            tuple(true, false, false),
            tuple(false, true, false));
  }
}
