package io.windlass.connect;

import io.windlass.error.DriverException;
import io.windlass.secret.Secret;
import io.windlass.secret.SecretDirectory;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Credential in the files of a mounted Secret. The file of a field has one of the names that the
 * field has in secrets of a node call, because both are the keys of a Secret. Files are read for
 * every request, so a rotated credential is used from the next request on.
 */
public record CredentialFiles(SecretDirectory directory) {
  /**
   * Most readings until two in a row agree. A Secret can be replaced between reading two of its
   * files; that will not happen again and again.
   */
  private static final int READINGS = 3;

  /**
   * A value.
   *
   * @param file name of the file that has it
   */
  public record Found(String file, Secret value) {}

  /**
   * Returns the present value of a field; empty if no file has one.
   *
   * @throws DriverException.Unauthenticated naming the file that cannot be read
   */
  public Optional<Found> find(AccessField field) {
    for (String file : field.names()) {
      try {
        Optional<Secret> value = directory.read(file);
        if (value.isPresent()) {
          return Optional.of(new Found(file, value.get()));
        }
      } catch (IOException e) {
        throw wrong(file, "cannot be read: let the driver's user read it", e);
      }
    }
    return Optional.empty();
  }

  /**
   * Returns the present value of a field.
   *
   * @param advice what to do if there is none
   * @throws DriverException.Unauthenticated naming the file that is missing or cannot be read
   */
  public Secret require(AccessField field, String advice) {
    return find(field)
        .map(Found::value)
        .orElseThrow(() -> wrong(field.name(), "is missing or empty: " + advice, null));
  }

  /** Returns a credential of several files, of which none is older than another. */
  public <T> T together(Supplier<T> reading) {
    T read = reading.get();
    for (int more = 1; more < READINGS; more++) {
      T again = reading.get();
      if (again.equals(read)) {
        return read;
      }
      read = again;
    }
    return read;
  }

  /** Returns the error that says what is wrong with a file; without its content. */
  public DriverException.Unauthenticated wrong(
      String file, String what, @Nullable Throwable cause) {
    return new DriverException.Unauthenticated(
        "file %s in %s %s".formatted(file, directory.path(), what), cause);
  }
}
