package io.windlass.provision;

import io.windlass.store.ObjectStore;
import io.windlass.store.Page;
import io.windlass.store.Upload;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** Aborts multipart uploads that nobody is going to complete. */
public final class LeftUploads {
  private LeftUploads() {}

  /**
   * Aborts all uploads below a prefix, each once, because a server may still list an upload that
   * was aborted.
   *
   * @param expired says whether to stop; asked after every abort
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
