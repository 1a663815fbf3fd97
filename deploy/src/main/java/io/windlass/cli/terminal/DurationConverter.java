package io.windlass.cli.terminal;

import io.windlass.setting.TimeAmount;
import java.time.Duration;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Reads lengths of time that are not negative, as {@link TimeAmount} does, like {@code 500ms},
 * {@code 30s}, {@code 2m} and {@code 0}.
 */
public final class DurationConverter implements ITypeConverter<Duration> {
  @Override
  public Duration convert(String text) {
    return TimeAmount.parse(text)
        .filter(duration -> !duration.isNegative())
        .orElseThrow(() ->
            new TypeConversionException("'" + text + "' is no duration: like 500ms, 30s or 2m"));
  }
}
