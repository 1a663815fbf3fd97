package io.windlass.mounter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.windlass.fuse.BufferPool;
import io.windlass.linux.LinuxException;
import io.windlass.proto.mounter.Attach;
import io.windlass.proto.mounter.FromMounter;
import io.windlass.proto.mounter.ToMounter;
import io.windlass.store.Errno;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a mounter's peers can do to each other. */
class MounterPeersTest {
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final int MORE_THAN_A_SOCKET_HOLDS = 100_000;
  private static final ToMounter ATTACH =
      ToMounter.newBuilder().setAttach(Attach.getDefaultInstance()).build();

  @TempDir Path directory;
  private RunDirectory run;
  private Thread mounter;

  @BeforeEach
  void start() throws IOException {
    run = new RunDirectory(directory.resolve("run")).create();
    Mounter serving =
        new Mounter(
            run,
            "test",
            new BufferPool(Mounter.MAX_REQUEST, 1),
            (volume, state) -> {
              throw new IOException("nothing is opened here");
            },
            Optional.empty());
    mounter =
        Thread.ofPlatform()
            .start(() -> {
              try {
                serving.run();
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
    await().until(() -> Files.exists(run.mounterSocket()));
  }

  @AfterEach
  void stop() throws InterruptedException {
    mounter.interrupt();
    mounter.join();
  }

  private ControlSocket<FromMounter, ToMounter> connect(Duration patience) {
    return await()
        .ignoreException(LinuxException.class)
        .until(() -> ControlSocket.connect(run, FromMounter.parser(), patience), _ -> true);
  }

  @Test
  void oneThatDoesNotReadKeepsNoOtherWaiting() throws IOException {
    try (var silent = connect(Duration.ofMillis(500))) {
      LinuxException full = null;
      for (int i = 0; i < MORE_THAN_A_SOCKET_HOLDS && full == null; i++) {
        try {
          silent.send(ATTACH);
        } catch (LinuxException e) {
          full = e;
        }
      }
      assertThat(full).as("what the silent one is told waits").isNotNull();
      assertThat(full.is(Errno.EAGAIN)).isTrue();
      try (var other = connect(PATIENCE)) {
        other.send(ATTACH);
        assertThat(other.receive().orElseThrow().message().getHello().getVersion())
            .isEqualTo("test");
      }
      // It is not listened to any more.
      await()
          .atMost(PATIENCE)
          .untilAsserted(() -> {
            LinuxException gone = null;
            try {
              silent.send(ATTACH);
            } catch (LinuxException e) {
              gone = e;
            }
            assertThat(gone).isNotNull();
            assertThat(gone.is(Errno.EAGAIN)).as("%s", gone).isFalse();
          });
    }
  }
}
