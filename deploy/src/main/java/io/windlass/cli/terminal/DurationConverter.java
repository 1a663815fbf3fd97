package io.windlass.cli.terminal;

import io.windlass.volume.MountValue;
import java.time.Duration;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads lengths of time up to a day, like {@code 500ms}, {@code 30s}, {@code 2m} and {@code 0}. */
public final class DurationConverter implements ITypeConverter<Duration> {
  @Override
  public Duration convert(String text) {
    return MountValue.time(text)
        .orElseThrow(() ->
            new TypeConversionException("'%s' is not %s".formatted(text, MountValue.TIME.right())));
  }

  /** Reads lengths of time of which none would be senseless: to wait, or between two looks. */
  public static final class Positive implements ITypeConverter<Duration> {
    @Override
    public Duration convert(String text) {
      Duration length = new DurationConverter().convert(text);
      if (length.isZero()) {
        throw new TypeConversionException("it must be more than 0, like 500ms, 3s or 2m");
      }
      return length;
    }
  }

  /** Reads intervals of which none would cost too much, or {@code 0}: never. */
  public static final class Interval implements ITypeConverter<Duration> {
    @Override
    public Duration convert(String text) {
      return MountValue.interval(text)
          .orElseThrow(() ->
              new TypeConversionException(
                  "'%s' is not %s".formatted(text, MountValue.INTERVAL.right())));
    }
  }
}
