package io.windlass.store.gcs;

import io.windlass.secret.Secret;
import io.windlass.secret.SecretDirectory;
import io.windlass.store.DriverException;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An HMAC key in the files of a mounted Secret, {@code accessId} and {@code accessSecret}, or files
 * with the names of COSI. Read for every request, so a rotated key is used from the next on.
 */
record GcsKeyFiles(SecretDirectory directory) {
  static final List<String> ACCESS_ID = List.of("COSI_GCS_ACCESS_ID", "HMAC_ACCESS_ID");
  static final List<String> ACCESS_SECRET = List.of("COSI_GCS_ACCESS_SECRET", "HMAC_SECRET");

  /** Returns whether there is a key now. */
  boolean hasKey() {
    return find(GcsCredentialText.ACCESS_ID, ACCESS_ID).isPresent();
  }

  /**
   * Returns the key as it is now.
   *
   * @throws DriverException.Unauthenticated naming the file that is missing, empty or unreadable
   */
  GcsSigner key() {
    return new GcsSigner(
        required(GcsCredentialText.ACCESS_ID, ACCESS_ID).reveal(),
        required(GcsCredentialText.ACCESS_SECRET, ACCESS_SECRET));
  }

  private Secret required(String own, List<String> others) {
    return find(own, others)
        .orElseThrow(() -> wrong(own, "is missing or empty: put the HMAC key there", null));
  }

  private Optional<Secret> find(String own, List<String> others) {
    return read(own).or(() -> others.stream().flatMap(name -> read(name).stream()).findFirst());
  }

  private Optional<Secret> read(String name) {
    try {
      return directory.read(name);
    } catch (IOException e) {
      throw wrong(name, "cannot be read: let the driver's user read it", e);
    }
  }

  private DriverException wrong(String name, String how, @Nullable Throwable cause) {
    return new DriverException.Unauthenticated(
        "file %s in %s %s".formatted(name, directory.path(), how), cause);
  }
}
