package io.windlass.secret;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keyring in a file, which is read again when the file changes. While the file is missing or
 * invalid, the keys that were read last stay in use, and the log says so once: a half-finished edit
 * must not stop the driver.
 */
public final class KeyringFile implements Supplier<Keyring> {
  private static final Logger log = LoggerFactory.getLogger(KeyringFile.class);

  private final Path file;
  private final SecretDirectory directory;
  private final AtomicReference<Optional<Read>> last = new AtomicReference<>(Optional.empty());
  private final AtomicReference<String> problem = new AtomicReference<>("");

  /** A keyring and the text that it was parsed from. */
  private record Read(Secret text, Keyring ring) {}

  /** Names the file; it is first read by {@link #get}. */
  public KeyringFile(Path file) {
    this.file = file.toAbsolutePath();
    this.directory = new SecretDirectory(Objects.requireNonNull(this.file.getParent()));
  }

  /**
   * Returns what is wrong with a file of keys, if anything; the sentence contains nothing of the
   * file.
   */
  public static Optional<String> problem(Path file) {
    try {
      Keyring _ = new KeyringFile(file).read();
      return Optional.empty();
    } catch (IOException | IllegalArgumentException e) {
      return Optional.of(describe(e));
    }
  }

  /**
   * Returns a sentence about other users who may read or write a file of keys; empty if none may.
   * Groups do not count: the driver may get the file by one.
   */
  public static Optional<String> exposure(Path file) {
    try {
      Set<PosixFilePermission> mode = Files.getPosixFilePermissions(file);
      return mode.contains(PosixFilePermission.OTHERS_READ)
              || mode.contains(PosixFilePermission.OTHERS_WRITE)
          ? Optional.of(
              "every user may use it (mode %s), and who has the keys has all credentials: give it"
                      .formatted(PosixFilePermissions.toString(mode))
                  + " mode 0400, or a volume of a Kubernetes Secret the defaultMode 0400")
          : Optional.empty();
    } catch (IOException | UnsupportedOperationException e) {
      return Optional.empty(); // who reads the file says what is wrong with it
    }
  }

  /**
   * Returns the keys that the file holds now, or those that were read last if it cannot be read.
   *
   * @throws IllegalStateException when no keys could be read since the start
   */
  @Override
  public Keyring get() {
    try {
      Keyring ring = read();
      if (!problem.getAndSet("").isEmpty()) {
        log.info("keys in {} can be used again", file);
      }
      return ring;
    } catch (IOException | IllegalArgumentException e) {
      String why = describe(e);
      Read kept =
          last.get()
              .orElseThrow(() ->
                  new IllegalStateException(
                      "no keys can be read from %s: %s".formatted(file, why)));
      if (!problem.getAndSet(why).equals(why)) {
        log.error("no keys can be read from {}: {}; those read before stay in use", file, why);
      }
      return kept.ring();
    }
  }

  private Keyring read() throws IOException {
    Secret text =
        directory
            .read(String.valueOf(file.getFileName()))
            .orElseThrow(() -> new IOException("it is missing or empty"));
    Optional<Read> known = last.get().filter(read -> read.text().equals(text));
    if (known.isPresent()) {
      return known.get().ring();
    }
    Keyring ring = Keyring.parse(text);
    last.set(Optional.of(new Read(text, ring)));
    log.info("keys read from {}: {}", file, ring);
    exposure(file).ifPresent(sentence -> log.warn("file of keys {}: {}", file, sentence));
    return ring;
  }

  private static String describe(Exception e) {
    return switch (e) {
      case AccessDeniedException _ -> "this user may not read it";
      case CharacterCodingException _ -> "it is not text";
      default -> String.valueOf(e.getMessage());
    };
  }
}
