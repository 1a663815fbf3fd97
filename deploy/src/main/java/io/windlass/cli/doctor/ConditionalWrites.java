package io.windlass.cli.doctor;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.windlass.backend.Backend;
import io.windlass.error.DriverException;
import io.windlass.object.Condition;
import io.windlass.object.Content;
import io.windlass.store.ListedVersion;
import io.windlass.store.ObjectStore;
import io.windlass.store.ObjectVersions;
import io.windlass.store.PutOptions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Checks whether conditional writes are atomic, on which the registry relies: of several concurrent
 * writes, exactly one must succeed. Uses an object of its own, which it removes again.
 */
final class ConditionalWrites {
  private static final int WRITERS = 8;

  private final ObjectStore objects;
  private final String key = "doctor/" + UUID.randomUUID();

  ConditionalWrites(Backend backend, String bucket) {
    this.objects = backend.objects(bucket);
  }

  Finding check() {
    try {
      int made = winners(Condition.ifAbsent());
      int changed = winners(Condition.ifMatch(objects.head(key).revision()));
      return made == 1 && changed == 1
          ? Finding.fine("conditional writes are atomic: of %d at once, one won".formatted(WRITERS))
          : Finding.wrong(
              "conditional writes are not atomic: of %d at once, %d made an object, %d changed it"
                  .formatted(WRITERS, made, changed),
              "do not use this server: two processes of the driver would undo each other's work");
    } finally {
      remove();
    }
  }

  /** Returns the server's clock. */
  Instant clock() {
    try {
      return objects.put(key, Content.of(new byte[0]), PutOptions.DEFAULT).observedAt();
    } finally {
      remove();
    }
  }

  private int winners(Condition condition) {
    PutOptions options = PutOptions.DEFAULT.withCondition(condition);
    List<CompletableFuture<Boolean>> writers = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int writer = 0; writer < WRITERS; writer++) {
        // Every content is different, so that every write makes a different revision.
        Content content = Content.of(UUID.randomUUID().toString().getBytes(UTF_8));
        writers.add(CompletableFuture.supplyAsync(() -> wins(content, options), threads));
      }
      return (int) writers.stream().filter(CompletableFuture::join).count();
    } catch (CompletionException e) {
      throw e.getCause() instanceof DriverException failure ? failure : e;
    }
  }

  private boolean wins(Content content, PutOptions options) {
    try {
      objects.put(key, content, options);
      return true;
    } catch (DriverException.PreconditionFailed e) {
      return false;
    }
  }

  private void remove() {
    Optional<ObjectVersions> versions = objects.versions();
    if (versions.isEmpty()) {
      objects.delete(key, Condition.always());
      return;
    }
    for (ListedVersion version : versions.get().list(key, Optional.empty()).items()) {
      versions.get().delete(version.key(), version.version());
    }
  }
}
