package io.windlass.test.csi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.awaitility.Awaitility.await;

import io.windlass.test.driver.Scrape;
import io.windlass.testing.UniqueName;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * What a program on a mount sees while the session of its node is refused and cannot be renewed,
 * and when it can be again: what was read stays readable, everything else is EACCES; the log has
 * one line of each.
 *
 * @param metrics port of the plugin's
 * @param target where the volume is, with a file {@code file} that begins with {@code x}
 */
record RefusedSession(CsiPlugin plugin, int metrics, NodeCaller volume, Path target) {
  private static final String FAILING = "cannot be renewed, and ends at";
  private static final String BACK = "is renewed again";

  /** Something that is done to the driver or its server. */
  interface Step {
    void run() throws Exception;
  }

  /**
   * Goes through it.
   *
   * @param refuse has the session end, or has it not renewed until it ends
   * @param permit has the next one be issued
   * @param refused how long it is refused, beyond the first write that fails
   */
  void seen(Step refuse, Step permit, Duration refused) throws Exception {
    int failed = count(FAILING);
    int returned = count(BACK);
    try (InputStream open = Files.newInputStream(target.resolve("file"))) {
      assertThat(open.read()).isEqualTo('x');
      refuse.run();
      requireDenied(Duration.ZERO, () -> "first");
      assertThat(open.read()).as("what was read before").isEqualTo('x');
      await().until(() -> count(FAILING) == failed + 1);
      Instant until = Instant.now().plus(refused);
      do {
        requireDenied(refused.dividedBy(120), () -> UniqueName.of("new")); // which then waits
      } while (Instant.now().isBefore(until));
      assertThat(open.read()).as("what was read before").isEqualTo('x');
      assertThat(count(FAILING)).as("one line").isEqualTo(failed + 1);
    }
    permit.run();
    await()
        .ignoreExceptionsMatching(RefusedSession::deniesAccess)
        .until(() -> Files.exists(write("last")));
    await().until(() -> count(BACK) == returned + 1);
    assertThat(count(FAILING)).as("one line").isEqualTo(failed + 1);
    await()
        .until(
            () -> // what could not be sent is sent
            Scrape.of(metrics)
                        .value("windlass_mount_unpublished_files", "volume", volume.volumeId())
                        .orElse(1.0)
                    == 0);
  }

  private void requireDenied(Duration pause, Supplier<String> name) {
    await()
        .pollDelay(pause.plusMillis(1))
        .untilAsserted(() ->
            assertThatIOException()
                .isThrownBy(() -> write(name.get()))
                .matches(RefusedSession::deniesAccess, "EACCES"));
  }

  private Path write(String name) throws IOException {
    return Files.writeString(target.resolve(name), "written");
  }

  /** Of a close, the JDK has the words of the errno alone. */
  private static boolean deniesAccess(Throwable failure) {
    return failure instanceof AccessDeniedException
        || String.valueOf(failure.getMessage()).contains("Permission denied");
  }

  private int count(String text) {
    return plugin.process().output().split(Pattern.quote(text), -1).length - 1;
  }
}
