package io.windlass.mounter.volume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windlass.error.DriverException;
import io.windlass.fs.FsException;
import io.windlass.fs.journal.WriteException;
import io.windlass.fs.testing.Faults;
import io.windlass.fs.testing.FaultyStore;
import io.windlass.linux.Errno;
import io.windlass.object.Content;
import io.windlass.store.ListOptions;
import io.windlass.store.ObjectStore;
import io.windlass.store.PutOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class HealthMonitorTest {
  private final FaultyStore memory = FaultyStore.inMemory();
  private final AtomicLong now = new AtomicLong();
  private final HealthMonitor health = new HealthMonitor(now::get);
  private final ObjectStore store = health.watched(memory);

  private void put() {
    store.put("key", Content.of("text".getBytes(StandardCharsets.UTF_8)), PutOptions.DEFAULT);
  }

  private void list() {
    store.list(ListOptions.prefix(""), Optional.empty());
  }

  @Test
  void whatFailsIsToldUntilSomethingOfItsKindSucceeds() {
    put();
    list();
    assertThat(health.last()).isEmpty();
    memory.faults().nextChanges(Faults.Change.REFUSED);
    assertThatThrownBy(this::put).isInstanceOf(DriverException.Unavailable.class);
    list();
    assertThat(health.last()).hasValueSatisfying(text -> assertThat(text).contains("refused"));
    put();
    assertThat(health.last()).isEmpty();
  }

  @Test
  void thatAnObjectIsNotThereIsNoTrouble() {
    assertThatThrownBy(() -> store.head("none")).isInstanceOf(DriverException.NotFound.class);
    assertThat(health.last()).isEmpty();
  }

  @Test
  void thatNobodyMayListUploadsIsNoTroubleNorTheEndOfOne() {
    memory.faults().denyListingUploads();
    assertThatThrownBy(() -> store.uploads().of("key"))
        .isInstanceOf(DriverException.PermissionDenied.class);
    assertThat(health.last()).isEmpty();
    memory.faults().nextChanges(Faults.Change.REFUSED);
    assertThatThrownBy(this::put).isInstanceOf(DriverException.Unavailable.class);
    assertThatThrownBy(() -> store.uploads().of("key"))
        .isInstanceOf(DriverException.PermissionDenied.class);
    assertThat(health.last()).isPresent();
  }

  @Test
  void whatIsOldIsNotToldAnyMore() {
    memory.faults().nextChanges(Faults.Change.REFUSED);
    assertThatThrownBy(this::put).isInstanceOf(DriverException.Unavailable.class);
    now.addAndGet(Duration.ofMinutes(4).toNanos());
    assertThat(health.last()).isPresent();
    now.addAndGet(Duration.ofMinutes(2).toNanos());
    assertThat(health.last()).isEmpty();
  }

  @Test
  void aFullDiskIsToldUntilSomethingIsWritten() {
    health.failed(FsException.of(new DriverException.Aborted("the server's, which tells itself")));
    health.failed(failure(Errno.EDQUOT, "the volume is full, which is no problem"));
    assertThat(health.last()).isEmpty();
    health.failed(failure(Errno.ENOSPC, "the disk is full"));
    assertThat(health.last()).contains("the disk is full");
    list();
    assertThat(health.last()).isPresent();
    health.staged();
    assertThat(health.last()).isEmpty();
    health.failed(
        FsException.as(
            Errno.EROFS,
            WriteException.ofDisk("f is not staged", new IOException("it is read-only"))));
    assertThat(health.last()).contains("f is not staged: it is read-only");
  }

  /** As the file system has it. */
  private static FsException failure(Errno errno, String message) {
    return FsException.as(errno, new WriteException(errno, message));
  }
}
