package io.windlass.volume;

import io.windlass.setting.Quantity;
import io.windlass.setting.TimeAmount;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/** Formats of the values of mount parameters, the same wherever they are written. */
public enum MountValue {
  ID("a number from 0 to 2147483647"),
  MODE("permissions in octal, 0 to 7777, like 644"),
  TIME("a time like 500ms, 60s or 5m, at most 1440m"),
  INTERVAL("0, or a time from 5s to 1440m; without a unit, seconds"),
  SIZE("a size in bytes like 64Gi"),
  REQUEST("a size from 4Ki to 1Mi"),
  SWITCH("true or false"),
  KEPT("keep or drop"),
  MEDIA_TYPE("none or extension"),
  CONTEXT("an SELinux context like system_u:object_r:container_file_t:s0:c1,c2");

  /** Value of {@link #KEPT}: what cannot be kept is given up. */
  public static final String DROP = "drop";

  /** Value of {@link #MEDIA_TYPE}: the extension of a name says the media type. */
  public static final String BY_EXTENSION = "extension";

  private static final Pattern NUMBER = Pattern.compile("\\d{1,10}");
  private static final Pattern LABEL = Pattern.compile("[\\w.-]+:[\\w.-]+:[\\w.-]+(:[\\w.,:-]+)?");
  private static final int MOST_OF_CONTEXT = 256;
  private static final long LEAST_REQUEST = 4 << 10;

  /** Most bytes of {@link #REQUEST}. */
  private static final long MOST_REQUEST = 1 << 20;

  private static final Pattern SECONDS = Pattern.compile("\\d{1,5}");

  /** Shortest {@link #INTERVAL}: each file that is open and written costs requests each time. */
  private static final Duration SHORTEST = Duration.ofSeconds(5);

  private static final Pattern OCTAL = Pattern.compile("[0-7]{1,4}");
  private static final Duration LONGEST = Duration.ofDays(1);

  private final String right;

  MountValue(String right) {
    this.right = right;
  }

  /** Returns what a value must be, as the end of a sentence. */
  public String right() {
    return right;
  }

  /** Returns whether {@code text} has this format. */
  public boolean accepts(String text) {
    return switch (this) {
      case ID -> NUMBER.matcher(text).matches() && Long.parseLong(text) <= Integer.MAX_VALUE;
      case MODE -> mode(text).isPresent();
      case TIME -> time(text).isPresent();
      case INTERVAL -> interval(text).isPresent();
      case SIZE -> size(text).isPresent();
      case REQUEST ->
          size(text).filter(bytes -> bytes >= LEAST_REQUEST && bytes <= MOST_REQUEST).isPresent();
      case SWITCH -> text.equals("true") || text.equals("false");
      case KEPT -> text.equals("keep") || text.equals(DROP);
      case MEDIA_TYPE -> text.equals("none") || text.equals(BY_EXTENSION);
      case CONTEXT -> text.length() <= MOST_OF_CONTEXT && LABEL.matcher(text).matches();
    };
  }

  /** Reads permissions, or a mask of permissions, in octal; empty if the text is not valid. */
  public static OptionalInt mode(String text) {
    return OCTAL.matcher(text).matches()
        ? OptionalInt.of(Integer.parseInt(text, 8))
        : OptionalInt.empty();
  }

  /** Reads a size in bytes; empty if the text is not valid. */
  public static Optional<Long> size(String text) {
    return Quantity.parse(text);
  }

  /** Reads a length of time of at most a day; empty if the text is not valid. */
  public static Optional<Duration> time(String text) {
    return TimeAmount.parse(text)
        .filter(length -> !length.isNegative() && length.compareTo(LONGEST) <= 0);
  }

  /**
   * Reads an interval, as the option {@code commit} of file systems has it; zero: never. Empty if
   * the text is not valid.
   */
  public static Optional<Duration> interval(String text) {
    return time(SECONDS.matcher(text).matches() ? text + "s" : text)
        .filter(length -> length.isZero() || length.compareTo(SHORTEST) >= 0);
  }
}
