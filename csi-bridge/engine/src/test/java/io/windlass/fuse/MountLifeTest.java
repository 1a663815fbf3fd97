package io.windlass.fuse;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.windlass.fuse.FuseMounts.Health;
import io.windlass.fuse.message.InitFlag;
import io.windlass.fuse.message.Request;
import io.windlass.linux.Descriptor;
import io.windlass.linux.Errno;
import io.windlass.linux.LinuxException;
import io.windlass.linux.MountPoint;
import io.windlass.linux.Mounting;
import io.windlass.testing.Programs;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests how mounts begin and end, and what the kernel is told in between. */
@RealMount
@Timeout(600)
class MountLifeTest {
  private static final Duration PATIENCE = Mounted.PATIENCE;
  private static final Duration SOON = Duration.ofMillis(300);

  @Test
  void mountsAreFoundAndUnmounted(Path directory) throws Exception {
    try (Mounted mounted = Mounted.serve(directory, new MemoryFileSystem())) {
      MountPoint found = FuseMounts.at(directory).orElseThrow();
      assertThat(found.source()).isEqualTo("test");
      assertThat(found.type()).isEqualTo("fuse.windlass");
      assertThat(found.readOnly()).isFalse();
      assertThat(Files.readAllLines(Path.of("/proc/self/mountinfo")))
          .filteredOn(line -> line.contains(" " + directory + " "))
          .singleElement()
          .asString()
          .contains("rw,nosuid,nodev", "default_permissions", "allow_other");
      assertThat(FuseMounts.list()).contains(found);
      assertThat(FuseMounts.probe(directory, PATIENCE)).isEqualTo(Health.SERVED);
      assertThat(mounted.session().state()).isEqualTo(mounted.kept());

      FuseMounts.unmount(directory, PATIENCE);
      assertThat(mounted.session().end().toCompletableFuture())
          .succeedsWithin(PATIENCE)
          .isEqualTo(FuseSession.End.UNMOUNTED);
      assertThat(FuseMounts.at(directory)).isEmpty();
      assertThat(FuseMounts.unmount(directory, PATIENCE)).isFalse();
      assertThat(FuseMounts.detach(directory, PATIENCE)).isFalse();
    }
  }

  @Test
  void usedMountsAreBusy(Path directory) throws Exception {
    try (Mounted mounted = Mounted.serve(directory, new MemoryFileSystem())) {
      Path file = Files.writeString(mounted.path("file"), "content");
      try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "r")) {
        assertThatThrownBy(() -> FuseMounts.unmount(directory, PATIENCE))
            .isInstanceOfSatisfying(
                LinuxException.class, e -> assertThat(e.errno()).hasValue(Errno.EBUSY));
        assertThat(open.readLine()).isEqualTo("content");
      }
    }
  }

  @Test
  void deadMountsAreSeenAndRemoved(Path directory) throws Exception {
    FuseMounts.mount(
            directory,
            new MountOptions(
                "test", Set.of(Mounting.Flag.READ_ONLY), true, true, 4096, Optional.empty()))
        .close();
    assertThat(FuseMounts.probe(directory, PATIENCE)).isEqualTo(Health.DEAD);
    FuseMounts.remove(FuseMounts.at(directory).orElseThrow(), PATIENCE);
    assertThat(FuseMounts.at(directory)).isEmpty();
    assertThat(directory).isEmptyDirectory();
  }

  /** A handler that answers INIT's session, and nothing else ever. */
  @Test
  void hungMountsAreSeenAndRemoved(Path directory) throws Exception {
    SessionOptions few = new SessionOptions(SessionOptions.DEFAULT.features(), 2, 1000, 64);
    BufferPool pool = new BufferPool(1 << 20, 8);
    Descriptor device = FuseMounts.mount(directory, MountOptions.of("test", false, pool));
    FuseSession session =
        FuseSession.serve(
            "test", device, few, pool, state -> {}, (request, exchange) -> exchange.detach());
    assertThat(FuseMounts.probe(directory, SOON)).isEqualTo(Health.SILENT);
    CompletableFuture<Throwable> caller = new CompletableFuture<>();
    Thread.ofPlatform()
        .daemon()
        .start(() -> {
          try {
            Files.readString(directory.resolve("file"));
          } catch (IOException e) {
            caller.complete(e);
          }
        });
    assertThat(session.stop(SOON)).isFalse();
    FuseMounts.remove(FuseMounts.at(directory).orElseThrow(), PATIENCE);
    assertThat(caller).succeedsWithin(PATIENCE);
    assertThat(FuseMounts.at(directory)).isEmpty();
    device.close();
  }

  /** One process stops and another goes on, here with another session in the same process. */
  @Test
  void sessionsAreHandedOver(Path directory) throws Exception {
    MemoryFileSystem files = new MemoryFileSystem();
    CompletableFuture<Exchange> unanswered = new CompletableFuture<>();
    AtomicBoolean resent = new AtomicBoolean();
    BufferPool pool = new BufferPool(1 << 20, 8);
    try (Mounted mounted =
        Mounted.serve(
            directory,
            (request, exchange) -> {
              if (request instanceof Request.Lookup(_, String name) && name.equals("slow")) {
                exchange.detach();
                unanswered.complete(exchange);
              } else {
                files.handle(request, exchange);
              }
            })) {
      Path file = Files.writeString(mounted.path("file"), "content");
      RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw");
      CompletableFuture<Boolean> slow =
          CompletableFuture.supplyAsync(() -> Files.exists(mounted.path("slow")));
      Exchange late = unanswered.join();
      Descriptor device = mounted.session().duplicateDevice();
      assertThat(mounted.session().stop(SOON)).as("all answered").isFalse();
      // Its readers end, be it later than it waited for them.
      assertThat(mounted.session().end().toCompletableFuture())
          .succeedsWithin(PATIENCE)
          .isEqualTo(FuseSession.End.STOPPED);
      assertThat(slow).isNotDone();
      SessionState state = SessionState.load(mounted.kept().orElseThrow().save());
      FuseSession next =
          FuseSession.takeOver(
              "next",
              device,
              Optional.of(state),
              SessionOptions.DEFAULT,
              pool,
              kept -> {},
              (request, exchange) -> {
                resent.compareAndSet(false, request.header().resent());
                files.handle(request, exchange);
              });
      try (next;
          open) {
        assertThat(slow).succeedsWithin(PATIENCE).isEqualTo(false);
        assertThat(resent).isTrue();
        // The kernel has its answer, and this one goes nowhere.
        late.error(Errno.EIO);
        open.write("CON".getBytes(UTF_8));
        assertThat(file).hasContent("CONtent");
      }
    }
  }

  /** A request that a killed reader leaves is answered at once. */
  @Test
  void callersAreInterrupted(Path directory) throws Exception {
    AtomicBoolean asked = new AtomicBoolean();
    AtomicBoolean interrupted = new AtomicBoolean();
    MemoryFileSystem files = new MemoryFileSystem();
    try (Mounted mounted =
        Mounted.serve(
            directory,
            (request, exchange) -> {
              if (request instanceof Request.Lookup(_, String name) && name.equals("slow")) {
                exchange.detach();
                exchange.onInterrupt(() -> {
                  interrupted.set(true);
                  exchange.error(Errno.EINTR);
                });
                asked.set(true);
              } else {
                files.handle(request, exchange);
              }
            })) {
      Process reader = Programs.process("cat", mounted.path("slow").toString()).start();
      try {
        await().untilTrue(asked);
        reader.destroy();
        assertThat(reader.waitFor()).isEqualTo(128 + 15);
        assertThat(interrupted).isTrue();
      } finally {
        reader.destroyForcibly();
      }
    }
  }

  @Test
  void readAheadIsSet(Path directory) throws Exception {
    try (Mounted mounted = Mounted.serve(directory, new MemoryFileSystem())) {
      assertThat(mounted.session().awaitOpen(PATIENCE)).isTrue();
      MountPoint mount = FuseMounts.at(directory).orElseThrow();
      assumeTrue(FuseMounts.setReadAhead(mount, 2 << 20), "/sys cannot be written here");
      Path file = Path.of("/sys/class/bdi/0:%d/read_ahead_kb".formatted(mount.minor()));
      assertThat(Files.readString(file).trim()).isEqualTo("2048");
    }
  }

  /** Without READDIRPLUS and the like: what older kernels offer. */
  @Test
  void fewFeaturesAreEnough(Path directory) throws Exception {
    SessionOptions options =
        SessionOptions.DEFAULT.withFeatures(EnumSet.of(InitFlag.MAX_PAGES, InitFlag.SETXATTR_EXT));
    try (Mounted mounted = Mounted.serve(directory, options, new MemoryFileSystem())) {
      Files.writeString(mounted.path("file"), "content");
      Files.setAttribute(mounted.path("file"), "user:colour", UTF_8.encode("blue"));
      assertThat(mounted.path("file")).hasContent("content");
      assertThat(directory.toFile().list()).containsExactly("file");
      assertThat(mounted.session().state().orElseThrow().features())
          .containsExactlyInAnyOrder(InitFlag.MAX_PAGES, InitFlag.SETXATTR_EXT);
    }
  }
}
