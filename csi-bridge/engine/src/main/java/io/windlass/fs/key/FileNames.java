package io.windlass.fs.key;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How the segments of a key (what lies between its slashes) are shown as names, and read back.
 *
 * <p>A segment that can be a name is that name. What cannot be shown so has {@code %~} in its name,
 * and one rule for each case:
 *
 * <ul>
 *   <li>NUL is {@code %~00}; the segments {@code .} and {@code ..} are {@code %~2E} and {@code
 *       %~2E%~2E}; a {@code %~} of the key itself is {@code %~25~}
 *   <li>a segment of no length is {@code %~empty}
 *   <li>an object that has the name of a directory is that name and {@code %~file}
 *   <li>a name of more than 255 bytes is cut: its beginning and {@code %~more} are a directory, and
 *       in there it goes on
 * </ul>
 *
 * <p>Every segment has exactly one name, and no two have the same. A name that would be none of a
 * segment's stands for nothing.
 */
public final class FileNames {
  /** Longest name, in bytes. */
  public static final int LONGEST = 255;

  private static final String ESCAPE = "%~";
  private static final String EMPTY = "%~empty";
  private static final String BESIDE = "%~file";
  private static final String MORE = "%~more";

  private FileNames() {}

  /**
   * A segment, and whether an object is meant that has the name of a directory.
   *
   * @param text what stands in the key
   */
  public record Segment(String text, boolean besideDirectory) {}

  /** What is shown for {@code segment}: one name, unless it is too long; see {@link #pieces}. */
  public static String shown(Segment segment) {
    String shown =
        switch (segment.text) {
          case "" -> EMPTY;
          case "." -> "%~2E";
          case ".." -> "%~2E%~2E";
          default -> segment.text.replace("%~", "%~25~").replace("\0", "%~00");
        };
    return segment.besideDirectory ? shown + BESIDE : shown;
  }

  /** The segment that is shown so. */
  static Optional<Segment> segment(String shown) {
    boolean beside = shown.endsWith(BESIDE);
    String name = beside ? shown.substring(0, shown.length() - BESIDE.length()) : shown;
    Segment segment = new Segment(name.equals(EMPTY) ? "" : text(name), beside);
    return shown(segment).equals(shown) ? Optional.of(segment) : Optional.empty();
  }

  /** The names of what is shown as {@code shown}: that itself, or directories and a last one. */
  public static List<String> pieces(String shown) {
    if (bytes(shown) <= LONGEST) {
      return List.of(shown);
    }
    List<String> pieces = new ArrayList<>();
    int start = 0;
    int left = bytes(shown);
    while (left > LONGEST) {
      int end = start;
      int length = 0;
      for (int next = next(shown, end); ; next = next(shown, end)) {
        int more = bytes(shown.substring(end, next));
        if (length + more > LONGEST - MORE.length()) {
          break;
        }
        length += more;
        end = next;
      }
      pieces.add(shown.substring(start, end) + MORE);
      start = end;
      left -= length;
    }
    pieces.add(shown.substring(start));
    return pieces;
  }

  /** Whether {@code name} is a directory in which a longer name goes on. */
  public static boolean goesOn(String name) {
    return name.endsWith(MORE);
  }

  /** The part of the long name that such a directory shows. */
  static String withoutMore(String name) {
    return name.substring(0, name.length() - MORE.length());
  }

  /** The part of the key that a piece of a long name stands for. */
  public static String textOfPiece(String piece) {
    if (goesOn(piece)) {
      return text(withoutMore(piece));
    }
    return text(
        piece.endsWith(BESIDE) ? piece.substring(0, piece.length() - BESIDE.length()) : piece);
  }

  /** Length in UTF-8. */
  public static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  /** Without escapes; those that there are not stay. */
  private static String text(String shown) {
    StringBuilder text = new StringBuilder(shown.length());
    for (int at = 0; at < shown.length(); at = next(shown, at)) {
      if (shown.startsWith("%~00", at)) {
        text.append('\0');
      } else if (shown.startsWith("%~25", at)) {
        text.append('%');
      } else if (shown.startsWith("%~2E", at)) {
        text.append('.');
      } else {
        text.append(shown, at, next(shown, at));
      }
    }
    return text.toString();
  }

  /** The end of the escape or character at {@code at}, which must not be cut. */
  private static int next(String shown, int at) {
    if (shown.startsWith(ESCAPE, at)) {
      String length = shown.startsWith(BESIDE, at) ? BESIDE : "%~00";
      return Math.min(shown.length(), at + length.length());
    }
    return shown.offsetByCodePoints(at, 1);
  }
}
