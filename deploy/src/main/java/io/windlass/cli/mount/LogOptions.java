package io.windlass.cli.mount;

import io.windlass.cli.log.Logging;
import io.windlass.observe.LogSettings;
import java.util.List;
import java.util.Locale;
import org.slf4j.event.Level;
import picocli.CommandLine.Option;

/**
 * Options for the log. By these a child process logs to the same stream and in the same way as its
 * parent.
 */
final class LogOptions {
  private static final String FORMAT = "--log-format";
  private static final String LEVEL = "--log-level";

  @Option(
      names = FORMAT,
      paramLabel = "FORMAT",
      defaultValue = "${env:WINDLASS_LOG_FORMAT:-auto}",
      description =
          "text for people, json for machines, or auto: text on a terminal. Default:"
              + " $$WINDLASS_LOG_FORMAT, or auto")
  String format = LogSettings.Format.AUTO.name();

  @Option(
      names = LEVEL,
      paramLabel = "LEVEL",
      defaultValue = "${env:WINDLASS_LOG_LEVEL:-info}",
      description =
          "Lowest level that is logged: error, warn, info, debug or trace. Default:"
              + " $$WINDLASS_LOG_LEVEL, or info")
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
