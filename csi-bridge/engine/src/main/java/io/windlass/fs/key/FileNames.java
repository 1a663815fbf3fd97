package io.windlass.fs.key;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Converts the segments of a key (the texts between its slashes) to file names, and back.
 *
 * <p>A segment that is a valid name is shown as it is. Other segments have {@code %~} in their
 * names, with one rule for each case:
 *
 * <ul>
 *   <li>NUL is {@code %~00}; the segments {@code .} and {@code ..} are {@code %~2E} and {@code
 *       %~2E%~2E}; a {@code %~} in the key itself is {@code %~25~}
 *   <li>an empty segment is {@code %~empty}
 *   <li>an object that has the same name as a directory is that name and {@code %~file}
 *   <li>a name of more than 255 bytes is split: its beginning and {@code %~more} form the name of a
 *       directory, which contains the rest
 * </ul>
 *
 * <p>Every segment has exactly one name, and no two segments have the same. A name with {@code %~}
 * that these rules do not produce refers to no segment.
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
   * A segment of a key.
   *
   * @param text text of the segment in the key
   * @param besideDirectory whether it is an object that has the same name as a directory
   */
  public record Segment(String text, boolean besideDirectory) {}

  /**
   * Returns the name of {@code segment}. A name that is too long is not split: see {@link #pieces}.
   */
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

  /** Returns the segment that has this name, if there is one. */
  static Optional<Segment> segment(String shown) {
    boolean beside = shown.endsWith(BESIDE);
    String name = beside ? shown.substring(0, shown.length() - BESIDE.length()) : shown;
    Segment segment = new Segment(name.equals(EMPTY) ? "" : text(name), beside);
    return shown(segment).equals(shown) ? Optional.of(segment) : Optional.empty();
  }

  /**
   * Splits a name into the pieces that are shown: the name itself, or directories and a last piece.
   */
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

  /** Returns whether {@code name} is that of a directory in which a long name continues. */
  public static boolean goesOn(String name) {
    return name.endsWith(MORE);
  }

  /** Returns the part of the long name that such a directory stands for. */
  static String withoutMore(String name) {
    return name.substring(0, name.length() - MORE.length());
  }

  /** Returns the part of the key that a piece of a long name stands for. */
  public static String textOfPiece(String piece) {
    if (goesOn(piece)) {
      return text(withoutMore(piece));
    }
    return text(
        piece.endsWith(BESIDE) ? piece.substring(0, piece.length() - BESIDE.length()) : piece);
  }

  /** Returns the length in UTF-8, in bytes. */
  public static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  /** Decodes the escapes. A {@code %~} that is not an escape stays. */
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

  /** Returns the end of the character or escape at {@code at}; an escape must not be split. */
  private static int next(String shown, int at) {
    if (shown.startsWith(ESCAPE, at)) {
      String length = shown.startsWith(BESIDE, at) ? BESIDE : "%~00";
      return Math.min(shown.length(), at + length.length());
    }
    return shown.offsetByCodePoints(at, 1);
  }
}
