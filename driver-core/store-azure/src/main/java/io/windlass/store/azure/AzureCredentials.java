package io.windlass.store.azure;

import io.windlass.secret.Secret;
import io.windlass.secret.SecretDirectory;
import io.windlass.store.DriverException;
import java.io.IOException;
import java.util.Base64;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The key of a storage account, from the file {@code accountKey} of a mounted Secret. Read for
 * every request, so a rotated key is used from the next on.
 */
final class AzureCredentials implements Supplier<Secret> {
  static final String ACCOUNT_KEY = "accountKey";

  private final SecretDirectory directory;

  AzureCredentials(SecretDirectory directory) {
    this.directory = directory;
  }

  /**
   * The key as it is now.
   *
   * @throws DriverException.Unauthenticated naming the file that is missing, empty or unreadable
   */
  @Override
  public Secret get() {
    try {
      Secret key =
          directory
              .read(ACCOUNT_KEY)
              .orElseThrow(
                  () -> wrong("is missing or empty: put a key of the storage account there", null));
      byte[] _ = Base64.getDecoder().decode(key.reveal());
      return key;
    } catch (IOException e) {
      throw wrong("cannot be read: let the driver's user read it", e);
    } catch (IllegalArgumentException e) {
      // Its message shows a character of the key.
      throw wrong("is no key of a storage account: those are Base64", null);
    }
  }

  private DriverException.Unauthenticated wrong(String what, @Nullable Throwable cause) {
    return new DriverException.Unauthenticated(
        "file %s in %s %s".formatted(ACCOUNT_KEY, directory.path(), what), cause);
  }
}
