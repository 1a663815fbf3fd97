package io.windlass.fs.staging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.windlass.error.DriverException;
import io.windlass.fs.read.ReadEngine;
import io.windlass.fs.read.ReadSettings;
import io.windlass.fs.testing.Faults;
import io.windlass.fs.testing.FaultyStore;
import io.windlass.object.ObjectProperties;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is not in the bucket yet is counted, with its age, whatever times programs set. */
class UnpublishedChangesTest {
  private static final Duration LITTLE = Duration.ofMillis(20);

  private final FaultyStore store = FaultyStore.inMemory(Workbench.MIN_PART);
  private final ReadEngine engine =
      new ReadEngine(ReadSettings.DEFAULT.withMemory(8 << 20), Optional.empty());

  @TempDir Path directory;
  private Workbench bench;

  @BeforeEach
  void open() {
    bench = Workbench.over(store, directory, engine);
  }

  @AfterEach
  void close() {
    bench.close();
    engine.close();
  }

  private UnpublishedChanges now() {
    return bench.staging().unpublished();
  }

  private void untilOlderThan(Duration age) {
    await().until(() -> now().oldest().compareTo(age) > 0);
  }

  @Test
  void aFileCountsFromItsFirstChangeToItsPublishing() {
    assertThat(now()).isEqualTo(UnpublishedChanges.NOTHING);
    StagedFile file =
        bench.staging().create(Workbench.ID, "key", Map.of(), ObjectProperties.NONE, Workbench.NOW);
    Workbench.write(file, 0, new byte[1000]);
    // A program sets the time of a file as it likes.
    file.describe(Map.of("mode", "1"), Instant.EPOCH);
    assertThat(now().files()).isEqualTo(1);
    assertThat(now().bytes()).isEqualTo(1000);
    assertThat(now().oldest()).isLessThan(Duration.ofMinutes(10));
    untilOlderThan(LITTLE);
    assertThat(now().overdue()).as("nobody closed it").isZero();

    file.publish();
    assertThat(now()).isEqualTo(UnpublishedChanges.NOTHING);

    Workbench.write(file, 10, new byte[5]);
    assertThat(now().bytes()).isEqualTo(5);
    file.unlinked();
    assertThat(now()).isEqualTo(UnpublishedChanges.NOTHING);
  }

  @Test
  void theNextProcessCountsFromTheJournal() {
    StagedFile file =
        bench.staging().create(Workbench.ID, "key", Map.of(), ObjectProperties.NONE, Workbench.NOW);
    Workbench.write(file, 0, new byte[1000]);
    untilOlderThan(LITTLE);
    bench.crash();
    assertThat(now().bytes()).isEqualTo(1000);
    assertThat(now().oldest()).isLessThan(Duration.ofMinutes(10));
    bench.file().publish();
    assertThat(now()).isEqualTo(UnpublishedChanges.NOTHING);
  }

  @Test
  void aFileThatCannotBePublishedIsOverdue() {
    StagedFile file =
        bench.staging().create(Workbench.ID, "key", Map.of(), ObjectProperties.NONE, Workbench.NOW);
    Workbench.write(file, 0, new byte[1000]);
    store.faults().eachChange(() -> Faults.Change.REFUSED);
    assertThatThrownBy(file::publish).isInstanceOf(DriverException.class);
    bench.staging().publishLater(file);
    await().until(() -> now().overdue().compareTo(LITTLE) > 0);
    assertThat(now().files()).isEqualTo(1);
    store.faults().clear();
    await().until(() -> now().equals(UnpublishedChanges.NOTHING));
  }
}
