package io.windlass.cli.mount;

import io.windlass.cli.log.Logging;
import io.windlass.observe.LogSettings;
import java.util.List;
import java.util.Locale;
import org.slf4j.event.Level;
import picocli.CommandLine.Option;

/**
 * Hidden options by which a child process logs to the same stream and in the same way as its
 * parent.
 */
final class LogOptions {
  private static final String FORMAT = "--log-format";
  private static final String LEVEL = "--log-level";

  @Option(names = FORMAT, hidden = true)
  String format = LogSettings.Format.AUTO.name();

  @Option(names = LEVEL, hidden = true)
  String level = Level.INFO.name();

  LogSettings settings() {
    return new LogSettings(
        Level.valueOf(level.toUpperCase(Locale.ROOT)),
        LogSettings.Format.valueOf(format.toUpperCase(Locale.ROOT)));
  }

  /** Returns the arguments for a process that must log as this one does. */
  static List<String> arguments() {
    LogSettings here = Logging.current();
    return List.of(FORMAT, here.format().name(), LEVEL, here.level().name());
  }
}
