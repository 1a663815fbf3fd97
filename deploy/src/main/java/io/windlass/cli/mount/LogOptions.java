package io.windlass.cli.mount;

import io.windlass.cli.log.Logging;
import io.windlass.observe.LogSettings;
import java.util.List;
import java.util.Locale;
import org.slf4j.event.Level;
import picocli.CommandLine.Option;

/** How a process logs that another one starts: into the same stream, and in the same way. */
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

  /** For a process that is to log as this one does. */
  static List<String> arguments() {
    LogSettings here = Logging.current();
    return List.of(FORMAT, here.format().name(), LEVEL, here.level().name());
  }
}
