package io.windlass.store.azure.object;

import io.windlass.store.Upload;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Optional;

/**
 * Ids of the blocks of one upload. Each consists of a random prefix of the upload, the number of
 * the part, and a random end for each attempt to send the part.
 *
 * <p>"Put Block": the service refuses a block if its id has another length than those of the blob's
 * uncommitted blocks, whoever sent them. So new ids get the length of the existing ones.
 *
 * @param prefix of the upload, in letters of the URL alphabet of Base64
 * @param length of each id in bytes, before it is encoded
 */
record BlockIds(String prefix, int length) {
  /** The length that most of Microsoft's own clients take. */
  static final int USUAL_LENGTH = 48;

  /** The shortest length with enough random bytes; the service's limit is one byte. */
  static final int LEAST_LENGTH = 12;

  private static final int NUMBER_LENGTH = 5;

  private static final SecureRandom RANDOM = new SecureRandom();

  /** Returns ids of a new upload, of a length of at least {@link #LEAST_LENGTH}. */
  static BlockIds fresh(int length) {
    return new BlockIds(random(length - NUMBER_LENGTH - endLength(length)), length);
  }

  /** Reads what {@link #text} wrote. */
  static BlockIds parse(String text) {
    int space = text.indexOf(' ');
    return space < 0
        ? new BlockIds(text, USUAL_LENGTH)
        : new BlockIds(text.substring(0, space), Integer.parseInt(text.substring(space + 1)));
  }

  static BlockIds of(Upload upload) {
    return AzureUploadState.of(upload).ids();
  }

  String text() {
    return length == USUAL_LENGTH ? prefix : prefix + " " + length;
  }

  /** Of 48 bytes 24 are the prefix, and 19 the end. */
  private static int endLength(int length) {
    return (length - NUMBER_LENGTH) * 19 / 43;
  }

  private static String random(int length) {
    byte[] bytes = new byte[length];
    RANDOM.nextBytes(bytes);
    return Base64.getUrlEncoder().encodeToString(bytes).substring(0, length);
  }

  /** Returns a new id of a part, as requests have it. */
  String next(int number) {
    String id = "%s%05d%s".formatted(prefix, number, random(endLength(length)));
    return Base64.getEncoder().encodeToString(id.getBytes(StandardCharsets.US_ASCII));
  }

  /** Returns the part number of an id; empty for a block of another upload. */
  Optional<Integer> number(String id) {
    String text = decoded(id);
    return text.startsWith(prefix) && text.length() == length
        ? Optional.of(
            Integer.valueOf(text.substring(prefix.length(), prefix.length() + NUMBER_LENGTH)))
        : Optional.empty();
  }

  /** Returns the length in bytes of an id that somebody has given a block. */
  static int lengthOf(String id) {
    return decoded(id).length();
  }

  private static String decoded(String id) {
    return new String(Base64.getDecoder().decode(id), StandardCharsets.ISO_8859_1);
  }
}
