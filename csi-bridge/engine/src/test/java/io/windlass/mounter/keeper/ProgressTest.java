package io.windlass.mounter.keeper;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.windlass.linux.ProcessActivity;
import io.windlass.mounter.run.RunDirectory;
import io.windlass.testing.Programs;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** When somebody who waits for a process gives up, and what is said then. */
class ProgressTest {
  private static final Duration LIMIT = Duration.ofSeconds(4);
  private static final long MUCH = 100;

  @TempDir Path directory;

  private final List<Process> started = new ArrayList<>();
  private long now = 1L << 40;
  private Optional<ProcessActivity> activity = Optional.of(new ProcessActivity(17, 0, 0));

  @AfterEach
  void end() {
    started.forEach(Process::destroyForcibly);
  }

  private ProgressWatch watch() {
    return new ProgressWatch(
        "it", new ProgressDeadline(LIMIT, "--setting"), () -> activity, () -> now);
  }

  /** Checks again and again, while the process does so much each second. */
  private void pass(ProgressWatch watch, Duration time, long ticks, long pages) throws IOException {
    for (long left = time.toMillis(); left > 0; left -= 500) {
      now += Duration.ofMillis(500).toNanos();
      activity =
          activity.map(before ->
              new ProcessActivity(
                  before.pid(), before.ticks() + ticks / 2, before.pagesRead() + pages));
      watch.check();
    }
  }

  @Test
  void aProcessThatStandsStillForTheDeadlineIsGivenUp() throws IOException {
    ProgressWatch watch = watch();
    pass(watch, LIMIT, 0, 0);
    assertThatThrownBy(() -> pass(watch, Duration.ofSeconds(1), 0, 0))
        .isInstanceOf(IOException.class)
        .hasMessage("it (process 17) made no progress for 4 s; to wait longer, raise --setting");
  }

  @Test
  void aSlowProcessIsWaitedForLongerThanTheDeadline() throws IOException {
    ProgressWatch watch = watch();
    for (int i = 0; i < 5; i++) {
      pass(watch, Duration.ofSeconds(3), 0, 0);
      pass(watch, Duration.ofSeconds(1), MUCH, 0);
      pass(watch, Duration.ofSeconds(3), 0, 0);
      pass(watch, Duration.ofSeconds(1), 0, 1);
    }
  }

  /** What an idle JVM does is no progress. */
  @Test
  void aProcessThatDoesNextToNothingStandsStill() {
    ProgressWatch watch = watch();
    assertThatThrownBy(
            () -> {
              pass(watch, LIMIT, 0, 0);
              pass(watch, LIMIT, 2, 0);
            })
        .hasMessageContaining("made no progress for 4 s");
  }

  @Test
  void aProcessThatWorksWithoutEndIsGivenUp() throws IOException {
    ProgressWatch watch = watch();
    pass(watch, LIMIT.multipliedBy(20), MUCH, 0);
    assertThatThrownBy(() -> pass(watch, Duration.ofSeconds(1), MUCH, 0))
        .hasMessage(
            "it (process 17) makes progress, but is not done after 80 s, which is 20 times"
                + " --setting");
  }

  /** Perhaps with the whole machine: then the other could make no progress. */
  @Test
  void timeInWhichTheWatchingProcessWasStoppedDoesNotCount() {
    ProgressWatch watch = watch();
    for (int i = 0; i < 4; i++) {
      now += Duration.ofHours(1).toNanos();
      assertThatCode(watch::check).doesNotThrowAnyException();
    }
  }

  @Test
  void anotherProcessInItsPlaceIsProgress() throws IOException {
    ProgressWatch watch = watch();
    pass(watch, LIMIT, 0, 0);
    activity = Optional.empty();
    assertThatThrownBy(() -> pass(watch, Duration.ofSeconds(1), 0, 0))
        .hasMessageContaining("made no progress");
    ProgressWatch next = watch();
    pass(next, LIMIT, 0, 0);
    activity = Optional.of(new ProcessActivity(18, 0, 0));
    pass(next, LIMIT, 0, 0);
  }

  @Test
  void theWorkOfARealProcessIsCounted() throws IOException {
    Process process = shell("while :; do :; done");
    ProcessActivity before = ProcessActivity.of(process.toHandle()).orElseThrow();
    await()
        .until(() ->
            ProcessActivity.of(process.toHandle())
                .filter(after -> after.differsFrom(before))
                .isPresent());
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
    await().until(() -> !started.getLast().isAlive());
  }

  private void start(String script, Duration limit) throws IOException, InterruptedException {
    Keeper.start(
            new RunDirectory(directory),
            _ -> shell(script),
            new ProgressDeadline(limit, "--setting"))
        .close();
  }

  private Process shell(String script) throws IOException {
    Process process = Programs.process("sh", "-c", script).start();
    started.add(process);
    return process;
  }
}
