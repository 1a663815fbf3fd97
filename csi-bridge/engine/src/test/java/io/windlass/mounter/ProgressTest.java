package io.windlass.mounter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.windlass.store.StoreConnectors;
import io.windlass.testing.Alone;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** When somebody who waits for a process gives up, and what is said then. */
@Alone("it gives a process as much time as it needs alone")
class ProgressTest {
  private static final Duration TEST = Duration.ofMinutes(2);
  private static final String BUSY = "while :; do :; done";

  @TempDir Path directory;

  private final List<Process> started = new ArrayList<>();

  @AfterEach
  void end() {
    started.forEach(Process::destroyForcibly);
  }

  @Test
  void aSlowProcessIsWaitedForLongerThanTheDeadlineAndOneThatIsStoppedIsNot()
      throws IOException, InterruptedException {
    Process process = shell(BUSY);
    ProgressWatch watch = watch(Duration.ofSeconds(4), process);
    for (int i = 0; i < 5; i++) {
      signal("STOP", process);
      look(watch, Duration.ofMillis(300));
      signal("CONT", process);
      look(watch, Duration.ofMillis(700));
    }
    signal("STOP", process);
    assertThat(givesUp(watch::check))
        .isEqualTo(
            "it (process %d) made no progress for 4 s; to wait longer, raise --setting"
                .formatted(process.pid()));
  }

  private static void look(ProgressWatch watch, Duration time)
      throws IOException, InterruptedException {
    long end = System.nanoTime() + time.toNanos();
    while (System.nanoTime() - end < 0) {
      watch.check();
      Thread.sleep(20);
    }
  }

  @Test
  void aProcessThatWorksWithoutEndIsGivenUp() throws IOException {
    ProgressWatch watch = watch(Duration.ofMillis(200), shell(BUSY));
    assertThat(givesUp(watch::check)).containsAnyOf("is not done after 4 s", "made no progress");
  }

  @Test
  void aMounterThatDiesIsToldAtOnce() {
    assertThatThrownBy(() -> start("exit 3", Duration.ofMinutes(10)))
        .isInstanceOf(IOException.class)
        .hasMessage(
            "the mounter that was started ended with status 3: %s",
            "this process's log may say why");
    assertThatThrownBy(() -> start("kill -9 $$", Duration.ofMinutes(10)))
        .hasMessageContaining("was killed by signal 9");
    assertThatThrownBy(() ->
            start(
                "echo no room > %s/mounter.failure; exit 1".formatted(directory),
                Duration.ofMinutes(10)))
        .hasMessageEndingWith("ended with status 1: no room");
    // What one left is not told of the next.
    assertThatThrownBy(() -> start("exit 1", Duration.ofMinutes(10)))
        .hasMessageEndingWith("may say why");
  }

  @Test
  void aMounterThatHangsIsGivenUpAndEnded() {
    assertThatThrownBy(() -> start("exec sleep 600", Duration.ofMillis(500)))
        .hasMessageMatching(
            "the mounter that was started \\(process \\d+\\) made no progress for 500 ms;"
                + " to wait longer, raise --setting");
    await().atMost(TEST).until(() -> !started.getLast().isAlive());
  }

  private void start(String script, Duration limit) throws IOException, InterruptedException {
    Keeper.start(
            new RunDirectory(directory),
            new StoreConnectors(List.of()),
            _ -> shell(script),
            new ProgressDeadline(limit, "--setting"))
        .close();
  }

  private Process shell(String script) throws IOException {
    Process process = new ProcessBuilder("sh", "-c", script).start();
    started.add(process);
    return process;
  }

  private static ProgressWatch watch(Duration limit, Process process) {
    return new ProgressDeadline(limit, "--setting")
        .watch("it", () -> Optional.of(process.toHandle()));
  }

  private static void signal(String name, Process process)
      throws IOException, InterruptedException {
    int status =
        new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor();
    assertThat(status).isZero();
  }

  /** Returns the message with which the watch gives up. */
  private static String givesUp(ThrowingRunnable check) {
    return await()
        .atMost(TEST)
        .until(
            () -> {
              try {
                check.run();
                return "";
              } catch (IOException e) {
                return String.valueOf(e.getMessage());
              } catch (Throwable e) {
                throw new IllegalStateException(e);
              }
            },
            said -> !said.isEmpty());
  }
}
