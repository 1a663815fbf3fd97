package io.windlass.cli.scratch;

import io.windlass.cli.terminal.DurationConverter;
import io.windlass.mounter.keeper.ProgressDeadline;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Option;

/** Option for how long a command waits for the processes that it starts. */
public final class ProgressDeadlineOption {
  private static final String NAME = "--progress-deadline";

  @Option(
      names = NAME,
      paramLabel = "TIME",
      converter = DurationConverter.Positive.class,
      description =
          "How long a process that is waited for may make no progress, like 30s. Progress is"
              + " processor time and pages read from disk, so a slow machine needs no other value."
              + " One that makes progress is given up after 20 times as long. Default: 30s")
  Duration limit = ProgressDeadline.DEFAULT;

  /** Returns this option as arguments for another process. */
  public List<String> arguments() {
    return List.of(NAME, limit.toMillis() + "ms");
  }

  /** Returns the value of the option. */
  public ProgressDeadline value() {
    return new ProgressDeadline(limit, NAME);
  }
}
