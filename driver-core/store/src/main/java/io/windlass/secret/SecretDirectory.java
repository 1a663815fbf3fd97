package io.windlass.secret;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Directory with one file for each secret, as Kubernetes mounts a Secret. A file is read again
 * whenever it changes, so a rotated value is used from the next call on. Surrounding white space is
 * not part of a value, and neither is a byte order mark.
 */
public final class SecretDirectory {
  private static final int MAX_BYTES = 64 * 1024;
  private static final String BYTE_ORDER_MARK = "\ufeff";

  private final Path directory;
  private final Map<String, Entry> entries = new ConcurrentHashMap<>();

  /**
   * The content of a file when it was read; {@code stamp} tells whether the file has changed since.
   */
  private record Entry(String stamp, Secret secret) {}

  public SecretDirectory(Path directory) {
    this.directory = directory;
  }

  /** Returns the path of the directory. */
  public Path path() {
    return directory;
  }

  /**
   * Returns the present content of one file.
   *
   * @return empty when the file does not exist, or has no content
   * @throws IOException when it cannot be read, or is larger than 64 KiB; the message names the
   *     file
   */
  public Optional<Secret> read(String name) throws IOException {
    Path file = directory.resolve(name);
    try {
      String stamp = stamp(file);
      Entry known = entries.get(name);
      if (known == null || !known.stamp.equals(stamp)) {
        known = new Entry(stamp, Secret.of(content(file)));
        entries.put(name, known);
      }
      return known.secret.reveal().isEmpty() ? Optional.empty() : Optional.of(known.secret);
    } catch (NoSuchFileException e) {
      entries.remove(name);
      return Optional.empty();
    }
  }

  /**
   * Returns the identity, time and size of a file, following symbolic links: Kubernetes updates a
   * mounted Secret by replacing a link.
   */
  private static String stamp(Path file) throws IOException {
    BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
    return attributes.fileKey() + "/" + attributes.lastModifiedTime() + "/" + attributes.size();
  }

  private static String content(Path file) throws IOException {
    if (Files.size(file) > MAX_BYTES) {
      throw new IOException(file + " is larger than " + MAX_BYTES + " bytes");
    }
    String text = Files.readString(file);
    return (text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text).strip();
  }
}
