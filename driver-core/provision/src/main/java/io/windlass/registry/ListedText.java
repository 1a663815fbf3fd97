package io.windlass.registry;

import io.windlass.store.ListedEntry;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/**
 * Text of a record in the user metadata of its own object: servers that list metadata tell a
 * thousand records with one request. Text and metadata are written by the same put, so they are of
 * one revision. A text that is too long for metadata is only in the object.
 */
final class ListedText {
  private static final String NAME = "record";

  /** S3 permits 2 KiB with the names. */
  private static final int MOST = 2000;

  private ListedText() {}

  /** Returns the metadata of a record's object. */
  static Map<String, String> metadata(byte[] text) {
    String value = Base64.getEncoder().encodeToString(deflated(text));
    return value.length() <= MOST ? Map.of(NAME, value) : Map.of();
  }

  /**
   * Returns the text of a record as the listing tells it; empty if it does not, or another text
   * than the object has.
   *
   * @param most most bytes of a text
   */
  static Optional<byte[]> of(ListedEntry.Listed object, int most) {
    if (object.size() > most) {
      return Optional.empty();
    }
    return object
        .metadata()
        .flatMap(metadata -> Optional.ofNullable(metadata.get(NAME)))
        .flatMap(value -> inflated(value, (int) object.size()));
  }

  private static byte[] deflated(byte[] text) {
    Deflater deflater = new Deflater();
    try {
      deflater.setInput(text);
      deflater.finish();
      ByteArrayOutputStream all = new ByteArrayOutputStream();
      byte[] some = new byte[MOST];
      while (!deflater.finished()) {
        all.write(some, 0, deflater.deflate(some));
      }
      return all.toByteArray();
    } finally {
      deflater.end();
    }
  }

  private static Optional<byte[]> inflated(String value, int length) {
    Inflater inflater = new Inflater();
    try {
      inflater.setInput(Base64.getDecoder().decode(value));
      byte[] text = new byte[length + 1];
      int found = inflater.inflate(text);
      return found == length && inflater.finished()
          ? Optional.of(Arrays.copyOf(text, length))
          : Optional.empty();
    } catch (IllegalArgumentException | DataFormatException e) {
      return Optional.empty();
    } finally {
      inflater.end();
    }
  }
}
