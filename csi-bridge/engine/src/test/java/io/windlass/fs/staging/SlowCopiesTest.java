package io.windlass.fs.staging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.windlass.error.DriverException;
import io.windlass.fs.journal.BaseObject;
import io.windlass.fs.read.ReadEngine;
import io.windlass.fs.read.ReadSettings;
import io.windlass.fs.testing.FaultyStore;
import io.windlass.object.Content;
import io.windlass.object.ObjectInfo;
import io.windlass.operation.Deadline;
import io.windlass.store.InterceptedStore;
import io.windlass.store.PutOptions;
import io.windlass.store.StoreCall;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A file of which the server copies more parts than it copies at once, each in up to 64 seconds by
 * the test's clock: the others wait for their turn.
 */
class SlowCopiesTest {
  private static final String KEY = "file";
  private static final Duration EACH = Duration.ofSeconds(64);
  private static final int AT_ONCE = Workbench.SMALL.parallelParts();

  private final FaultyStore store = FaultyStore.inMemory(Workbench.MIN_PART);
  private final ReadEngine engine =
      new ReadEngine(ReadSettings.DEFAULT.withMemory(8 << 20), Optional.empty());
  private final AtomicLong clock = new AtomicLong();
  private final CountDownLatch copied = new CountDownLatch(1);
  private final AtomicInteger asked = new AtomicInteger();

  @TempDir Path directory;
  private Workbench bench;

  @BeforeEach
  void open() {
    bench =
        new Workbench(
            directory,
            new InterceptedStore(store, this::call),
            Workbench.capabilities(Workbench.allFeatures()),
            engine,
            Workbench.SMALL,
            clock::get);
  }

  @AfterEach
  void close() {
    copied.countDown();
    bench.close();
    engine.close();
  }

  private <T> T call(StoreCall call, Supplier<T> next) {
    return call == StoreCall.COPY_RANGE ? Deadline.allowing(EACH, () -> copy(next)) : next.get();
  }

  private <T> T copy(Supplier<T> next) {
    asked.incrementAndGet();
    try {
      copied.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    return next.get();
  }

  /** Publishes a file of many parts in which one byte has changed, until a part has to wait. */
  private CompletableFuture<StagedView> publish() {
    byte[] content = new byte[3 * AT_ONCE * 200];
    new Random(1).nextBytes(content);
    ObjectInfo info = store.put(KEY, Content.of(content), PutOptions.DEFAULT);
    StagedFile file =
        bench
            .staging()
            .over(
                Workbench.ID,
                new BaseObject(KEY, info.revision(), info.size(), info.lastModified(), Map.of()),
                Optional.empty());
    Workbench.write(file, 0, new byte[1]);
    CompletableFuture<StagedView> published =
        CompletableFuture.supplyAsync(
            () -> Deadline.after(Deadline.USUAL, clock::get).limit(file::publish),
            Executors.newVirtualThreadPerTaskExecutor());
    await().until(() -> asked.get() == AT_ONCE && bench.waits() > 0);
    return published;
  }

  /** Passes time, and waits until the one who waits has looked at the clock. */
  private void pass(Duration time, CompletableFuture<StagedView> published) {
    clock.addAndGet(time.toNanos());
    long looked = bench.waits();
    await().until(() -> bench.waits() > looked + 1 || published.isDone());
  }

  @Test
  void partsWaitForTheirTurnAsLongAsTheServerMayTakeForOthers() throws Exception {
    CompletableFuture<StagedView> published = publish();
    pass(Duration.ofSeconds(12), published);
    pass(EACH.minus(Duration.ofSeconds(12)), published);
    assertThat(published).isNotDone();
    copied.countDown();
    assertThat(published.get().dirty()).isFalse();
  }

  @Test
  void partsThatTakeLongerAreGivenUp() {
    CompletableFuture<StagedView> published = publish();
    pass(EACH.plus(Deadline.USUAL), published);
    assertThat(published).isDone();
    assertThatExceptionOfType(ExecutionException.class)
        .isThrownBy(published::get)
        .havingCause()
        .isInstanceOf(DriverException.Unavailable.class)
        .withMessageContaining("too much is on its way");
  }
}
