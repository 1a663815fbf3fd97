package io.windlass.fuse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.windlass.fuse.message.InitFlag;
import io.windlass.fuse.message.Request;
import io.windlass.linux.Descriptor;
import io.windlass.linux.Errno;
import io.windlass.linux.LinuxException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Handing over where the kernel does not send requests again. */
@RealMount
@Timeout(600)
class InFlightLogTest {
  private record Keeper(AtomicReference<Optional<SessionState>> state, InFlightLog log)
      implements StateKeeper {
    @Override
    public void keep(SessionState next) {
      state.set(Optional.of(next));
    }

    @Override
    public Optional<InFlightLog> inFlight() {
      return Optional.of(log);
    }
  }

  private static final SessionOptions OLD = SessionOptions.DEFAULT.withFeatures(withoutResend());

  private static Set<InitFlag> withoutResend() {
    Set<InitFlag> features = EnumSet.copyOf(SessionOptions.DEFAULT.features());
    features.remove(InitFlag.HAS_RESEND);
    return features;
  }

  @Test
  void remembersWhatIsNotAnswered(@TempDir Path temporary) throws Exception {
    Path file = temporary.resolve("log");
    try (InFlightLog log = InFlightLog.open(file, 3)) {
      int two = log.begin(2);
      log.begin(4);
      log.begin(6);
      assertThatThrownBy(() -> log.begin(8)).isInstanceOf(IndexOutOfBoundsException.class);
      log.end(two);
      log.begin(10);
    }
    try (InFlightLog log = InFlightLog.open(file, 3)) {
      assertThat(log.takeAll()).containsExactlyInAnyOrder(4L, 6L, 10L);
      assertThat(log.takeAll()).isEmpty();
      log.begin(12);
    }
    try (InFlightLog log = InFlightLog.open(file, 100)) {
      assertThat(log.takeAll()).containsExactly(12L);
    }
  }

  @Test
  void callersAreToldToTryAgain(Path directory, @TempDir Path temporary) throws Exception {
    Path file = temporary.resolve("log");
    MemoryFileSystem files = new MemoryFileSystem();
    Queue<Exchange> held = new ConcurrentLinkedQueue<>();
    BufferPool pool = new BufferPool(1 << 20, 4);
    try (InFlightLog log = InFlightLog.open(file, 66)) {
      Keeper keeper = new Keeper(new AtomicReference<>(Optional.empty()), log);
      Handler slow =
          (request, exchange) -> {
            if (request instanceof Request.Lookup(_, String name) && name.equals("slow")) {
              exchange.detach();
              held.add(exchange);
            } else {
              files.handle(request, exchange);
            }
          };
      Descriptor device = FuseMounts.mount(directory, MountOptions.of("test", false, pool));
      try (FuseSession first = FuseSession.serve("first", device, OLD, pool, keeper, slow)) {
        Path kept = Files.writeString(directory.resolve("kept"), "content");
        CompletableFuture<String> caller =
            CompletableFuture.supplyAsync(() -> read(directory.resolve("slow")));
        await().until(() -> held.size() == 1);
        Descriptor duplicate = first.duplicateDevice();
        assertThat(first.stop(Duration.ofMillis(50))).as("all answered").isFalse();
        // Its readers end, be it later than it waited for them.
        assertThat(first.end().toCompletableFuture())
            .succeedsWithin(Mounted.PATIENCE)
            .isEqualTo(FuseSession.End.STOPPED);

        SessionState state = keeper.state().get().orElseThrow();
        assertThatThrownBy(() ->
                FuseSession.takeOver(
                    "none", duplicate, Optional.of(state), OLD, pool, next -> {}, files))
            .isInstanceOfSatisfying(
                LinuxException.class, e -> assertThat(e.errno()).hasValue(Errno.ENOTSUP));
        assertThat(caller).isNotDone();
        try (FuseSession second =
            FuseSession.takeOver(
                "second", duplicate, Optional.of(state), OLD, pool, keeper, files)) {
          // It was told EINTR, asked once more, and was answered here.
          assertThat(caller).succeedsWithin(Mounted.PATIENCE).isEqualTo("NoSuchFileException");
          assertThat(kept).hasContent("content");
          assertThat(second.state()).contains(state);
          held.remove().error(Errno.EIO);
          FuseMounts.detach(directory, Mounted.PATIENCE);
        }
      }
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return e.getClass().getSimpleName();
    }
  }
}
