package io.windlass.mounter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.windlass.fuse.BufferPool;
import io.windlass.fuse.ChildJvm;
import io.windlass.linux.Descriptor;
import io.windlass.linux.DescriptorListener;
import io.windlass.linux.Errno;
import io.windlass.linux.LinuxException;
import io.windlass.linux.OtherUser;
import io.windlass.linux.Users;
import io.windlass.mounter.keeper.Keeper;
import io.windlass.mounter.keeper.MounterReports;
import io.windlass.mounter.keeper.ProgressDeadline;
import io.windlass.mounter.run.ControlSocket;
import io.windlass.mounter.run.KeeperProgram;
import io.windlass.mounter.run.RunDirectory;
import io.windlass.mounter.run.Upkeep;
import io.windlass.mounter.volume.KeyedVolume;
import io.windlass.mounter.volume.OpenVolume;
import io.windlass.mounter.volume.VolumeOpener;
import io.windlass.proto.mounter.Attach;
import io.windlass.proto.mounter.FromMounter;
import io.windlass.proto.mounter.Hello;
import io.windlass.proto.mounter.Leave;
import io.windlass.proto.mounter.Report;
import io.windlass.proto.mounter.ReportRequest;
import io.windlass.proto.mounter.Serve;
import io.windlass.proto.mounter.ToMounter;
import io.windlass.proto.mounter.Volume;
import io.windlass.testing.Missing;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests what the peers of a mounter can do to each other. */
class MounterPeersTest {
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final int MORE_THAN_A_SOCKET_HOLDS = 100_000;
  private static final ToMounter ATTACH =
      ToMounter.newBuilder().setAttach(Attach.getDefaultInstance()).build();

  @TempDir Path directory;
  private final List<Thread> mounters = new ArrayList<>();
  private RunDirectory run;

  @BeforeEach
  void create() throws IOException {
    run = new RunDirectory(directory.resolve("run")).create();
  }

  /** Starts a mounter, which waits so long for a peer that does not read. */
  private void start(Duration sending) {
    Mounter _ = start(sending, new NoVolumes(), new Upkeep.ByKeeper());
  }

  private Mounter start(Duration sending, VolumeOpener opener, Upkeep upkeep) {
    Mounter serving =
        new Mounter(
            run,
            "test",
            "commit",
            new BufferPool(Mounter.MAX_REQUEST, 1),
            opener,
            upkeep,
            sending,
            Mounter.FIRST_KEEPER,
            Suspects.none(),
            Optional.empty());
    mounters.add(
        Thread.ofPlatform()
            .start(() -> {
              try {
                serving.run();
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            }));
    await().until(() -> Files.exists(run.mounterSocket()));
    return serving;
  }

  @AfterEach
  void stop() throws InterruptedException {
    for (Thread mounter : mounters) {
      mounter.interrupt();
      mounter.join();
    }
  }

  /** Who started it was killed before it could come. */
  @Test
  void oneToWhichNoKeeperComesEnds() throws IOException {
    new Mounter(
            run,
            "test",
            "commit",
            new BufferPool(Mounter.MAX_REQUEST, 1),
            new NoVolumes(),
            new Upkeep.ByKeeper(),
            PATIENCE,
            Duration.ZERO,
            Suspects.none(),
            Optional.empty())
        .run();
    assertThat(run.mounterSocket()).doesNotExist();
  }

  private Keeper adopting() throws IOException {
    return Keeper.adopting(
        run,
        _ -> {
          throw new AssertionError("there is nothing that another mounter could serve");
        },
        new ProgressDeadline(PATIENCE, "a setting"));
  }

  /** The volume was unmounted since the keeper died: neither it nor a mounter stays for ever. */
  @Test
  void aKeeperWithNothingToAdoptIsIdle() throws Exception {
    try (Keeper nobody = adopting()) {
      nobody.idle().get();
    }
    start(PATIENCE);
    try (Keeper nothing = adopting()) {
      nothing.attachment().get();
      nothing.idle().get();
    }
    mounters.getFirst().join(); // it has no volume, and no keeper any more
  }

  /**
   * The supervisor of a service, or who stops a container, sends SIGTERM to all of its processes.
   */
  @Test
  void oneThatIsToldToEndWithItsKeeperEndsAfterTheKeeperHasUnmounted() throws Exception {
    Upkeep upkeep =
        new Upkeep.Mutual(_ -> {
          throw new AssertionError("the keeper was told to end");
        });
    Mounter serving = start(PATIENCE, new NoVolumes(), upkeep);
    FutureTask<Boolean> end =
        new FutureTask<>(() -> {
          serving.awaitLeave(PATIENCE, PATIENCE);
          return true;
        });
    try (var keeper = connect(PATIENCE)) {
      keeper.send(ATTACH);
      assertThat(keeper.receive()).isPresent();
      keeper.send(ToMounter.newBuilder().setReport(ReportRequest.getDefaultInstance()).build());
      assertThat(keeper.receive()).as("it has a keeper").isPresent();
      Thread _ = Thread.ofPlatform().start(end);
      keeper.send(ToMounter.newBuilder().setLeave(Leave.getDefaultInstance()).build());
      keeper.send(ToMounter.newBuilder().setReport(ReportRequest.getDefaultInstance()).build());
      assertThat(keeper.receive()).as("it serves until the keeper has gone").isPresent();
      assertThat(end).isNotDone();
    }
    end.get();
    mounters.getFirst().join();
  }

  /** It is not slow, and not waited for: it ends, and another one can be started. */
  @Test
  void aMounterThatClosesConnectionsIsAskedUntilItHasEnded() throws Exception {
    DescriptorListener ending = DescriptorListener.listen(run.mounterSocket());
    try (Keeper keeper = adopting()) {
      for (int i = 0; i < 3; i++) {
        ending.accept().close();
      }
      assertThat(keeper.idle()).isNotDone();
      ending.close();
      keeper.idle().get();
    }
  }

  @Test
  void aKeeperThatIsClosedWhileItAttachesEnds() throws Exception {
    try (DescriptorListener listener = DescriptorListener.listen(run.mounterSocket())) {
      Keeper keeper = adopting();
      try (var mounter = new ControlSocket<>(listener.accept(), ToMounter.parser())) {
        assertThat(mounter.receive()).as("it attaches").isPresent();
        assertThat(keeper.attachment()).as("before the mounter answers").isNotDone();
        Thread closing = Thread.ofPlatform().start(keeper::close);
        await()
            .until(() ->
                Stream.of(closing.getStackTrace())
                    .anyMatch(frame -> frame.getMethodName().equals("join")));
        mounter.send(FromMounter.newBuilder().setHello(Hello.getDefaultInstance()).build());
        closing.join();
      }
    }
  }

  private ControlSocket<FromMounter, ToMounter> connect(Duration patience) {
    return await()
        .ignoreException(LinuxException.class)
        .until(() -> ControlSocket.connect(run, FromMounter.parser(), patience), _ -> true);
  }

  private static void sendWithoutReading(ControlSocket<FromMounter, ToMounter> socket)
      throws IOException {
    for (int i = 0; i < MORE_THAN_A_SOCKET_HOLDS; i++) {
      socket.send(ATTACH);
    }
  }

  @Test
  void oneThatDoesNotReadKeepsNoOtherWaiting() throws IOException {
    start(PATIENCE);
    try (var silent = connect(Duration.ofMillis(500))) {
      assertThatExceptionOfType(LinuxException.class)
          .as("what the silent one is told waits")
          .isThrownBy(() -> sendWithoutReading(silent))
          .matches(full -> full.is(Errno.EAGAIN));
      try (var other = connect(PATIENCE)) {
        other.send(ATTACH);
        assertThat(other.receive().orElseThrow().message().getHello().getVersion())
            .isEqualTo("test");
      }
    }
  }

  @Test
  void oneThatDoesNotReadIsNotListenedToForEver() throws IOException {
    start(Duration.ofMillis(100));
    try (var silent = connect(Duration.ofMillis(500))) {
      assertThatExceptionOfType(LinuxException.class).isThrownBy(() -> sendWithoutReading(silent));
      await()
          .untilAsserted(() ->
              assertThatExceptionOfType(LinuxException.class)
                  .isThrownBy(() -> silent.send(ATTACH))
                  .matches(gone -> !gone.is(Errno.EAGAIN)));
    }
  }

  /** Starting a process takes time, in which the mounter answers. */
  @Test
  void aMounterAnswersWhileItStartsAKeeper() throws Exception {
    CompletableFuture<Mounter> serving = new CompletableFuture<>();
    CompletableFuture<Optional<String>> answered = new CompletableFuture<>();
    CountDownLatch opening = new CountDownLatch(1);
    KeeperProgram program =
        _ -> {
          Thread asking =
              Thread.ofPlatform().start(() -> answered.complete(serving.join().notReady()));
          await().until(() -> !asking.isAlive());
          throw new IOException("no keeper is started here");
        };
    VolumeOpener slow =
        new VolumeOpener() {
          @Override
          public OpenVolume open(KeyedVolume volume, Path state, boolean resume)
              throws IOException {
            try {
              opening.await();
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
            }
            throw new IOException("nothing is opened here");
          }

          @Override
          public void report(Report.Builder about) {}
        };
    serving.complete(start(PATIENCE, slow, new Upkeep.Mutual(program)));
    try (var keeper = connect(PATIENCE);
        Descriptor device = Descriptor.open(Path.of("/dev/null"), Descriptor.READ_WRITE)) {
      keeper.send(ATTACH);
      assertThat(keeper.receive()).isPresent();
      Serve serve =
          Serve.newBuilder().setVolume(Volume.newBuilder().setId("volume")).setResume(true).build();
      keeper.send(ToMounter.newBuilder().setServe(serve).build(), device);
      keeper.send(ToMounter.newBuilder().setReport(ReportRequest.getDefaultInstance()).build());
      assertThat(keeper.receive()).as("what was sent before is taken").isPresent();
    }
    assertThat(answered.get()).contains("no node plugin is connected");
    opening.countDown();
  }

  @Test
  void aMounterThatHadTooManyOpenFilesAcceptsConnectionsAgain() throws Exception {
    Path meeting = Files.createDirectory(directory.resolve("meeting"));
    Process process = ChildJvm.startWithFewFiles(CrowdedMounter.class, run.path(), meeting);
    try {
      await().ignoreException(LinuxException.class).until(this::reportsToUs);
      Files.createDirectory(meeting.resolve(CrowdedMounter.BEGIN));
      await().until(() -> Files.exists(meeting.resolve(CrowdedMounter.CROWDED)));
      try (var _ = connect(PATIENCE)) {
        Files.createDirectory(meeting.resolve(CrowdedMounter.END));
        await().ignoreException(LinuxException.class).until(this::reportsToUs);
      }
    } finally {
      process.destroyForcibly().waitFor();
    }
  }

  private boolean reportsToUs() throws IOException {
    return MounterReports.ask(run).getVersion().equals("test");
  }

  /** Whoever attaches is told all volumes, with their keys. */
  @Test
  void oneOfAnotherUserIsToldNothing() throws Exception {
    if (Users.own() != Users.ROOT) {
      throw Missing.of("the rights of root", "only root can be somebody else");
    }
    start(PATIENCE);
    for (Path each : List.of(directory, run.path(), run.mounterSocket())) {
      Files.setPosixFilePermissions(each, PosixFilePermissions.fromString("rwxrwxrwx"));
    }
    connect(PATIENCE).close(); // it listens
    assertThat(OtherUser.does(12_345, this::asksWhatIsServed)).as("what it is told").isFalse();
    assertThat(asksWhatIsServed()).as("what root is told").isTrue();
  }

  private boolean asksWhatIsServed() throws IOException {
    try (var socket = ControlSocket.connect(run, FromMounter.parser(), PATIENCE)) {
      socket.send(ATTACH);
      return socket.receive().isPresent();
    } catch (LinuxException e) {
      assertThat(e.is(Errno.EPIPE) || e.is(Errno.ECONNRESET)).as(e.getMessage()).isTrue();
      return false;
    }
  }
}
