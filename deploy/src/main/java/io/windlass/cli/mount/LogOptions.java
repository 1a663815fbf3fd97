package io.windlass.cli.mount;

import io.windlass.cli.log.Logging;
import io.windlass.observe.LogSettings;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.slf4j.event.Level;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

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
      converter = FormatConverter.class,
      defaultValue = "${env:WINDLASS_LOG_FORMAT:-auto}",
      description =
          "text for people, json for machines, or auto: text on a terminal. Default:"
              + " $$WINDLASS_LOG_FORMAT, or auto")
  LogSettings.Format format = LogSettings.Format.AUTO;

  @Option(
      names = LEVEL,
      paramLabel = "LEVEL",
      converter = LevelConverter.class,
      defaultValue = "${env:WINDLASS_LOG_LEVEL:-info}",
      description =
          "Lowest level that is logged: error, warn, info, debug or trace. Default:"
              + " $$WINDLASS_LOG_LEVEL, or info")
  Level level = Level.INFO;

  /** Case does not matter. */
  private static final class FormatConverter implements ITypeConverter<LogSettings.Format> {
    @Override
    public LogSettings.Format convert(String text) {
      return named(LogSettings.Format.values(), text);
    }
  }

  /** Case does not matter. */
  private static final class LevelConverter implements ITypeConverter<Level> {
    @Override
    public Level convert(String text) {
      return named(Level.values(), text);
    }
  }

  private static <T extends Enum<T>> T named(T[] all, String text) {
    return Arrays.stream(all)
        .filter(each -> each.name().equalsIgnoreCase(text))
        .findFirst()
        .orElseThrow(() ->
            new TypeConversionException(
                "'%s' is not one of %s"
                    .formatted(
                        text,
                        Arrays.stream(all)
                            .map(each -> each.name().toLowerCase(Locale.ROOT))
                            .collect(Collectors.joining(", ")))));
  }

  LogSettings settings() {
    return new LogSettings(level, format);
  }

  /** Returns the arguments for a process that must log as this one does. */
  static List<String> arguments() {
    return arguments(Logging.current());
  }

  /** Returns the arguments for a process that must log in this way. */
  static List<String> arguments(LogSettings settings) {
    return List.of(FORMAT, settings.format().name(), LEVEL, settings.level().name());
  }
}
