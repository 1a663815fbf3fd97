package io.windlass.provision;

import io.windlass.store.ObjectStore;
import io.windlass.store.Page;
import io.windlass.store.Upload;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** Uploads that nobody is going to complete. */
public final class LeftUploads {
  private LeftUploads() {}

  /**
   * Aborts all uploads below a prefix, each once: a server may go on to name one that is over.
   *
   * @param expired whether to stop, asked after every change
   * @return whether none is left
   */
  public static boolean abort(
      LeasedOperation operation, ObjectStore objects, String prefix, BooleanSupplier expired) {
    Optional<String> token = Optional.empty();
    do {
      Page<Upload> page = objects.uploads().list(prefix, token);
      for (Upload upload : page.items()) {
        operation.step();
        objects.uploads().abort(upload);
        if (expired.getAsBoolean()) {
          return false;
        }
      }
      token = page.next();
    } while (token.isPresent());
    return true;
  }
}
