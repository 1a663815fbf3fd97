package io.windlass.fs.bucket;

import io.windlass.backend.Backend;
import io.windlass.backend.BucketSettings;
import io.windlass.fs.read.ReadEngine;
import io.windlass.fs.read.ReadSettings;
import io.windlass.object.ObjectId;
import io.windlass.store.ListOptions;
import io.windlass.store.ObjectStore;
import io.windlass.store.azure.AzureBackends;
import io.windlass.testing.AzuriteServer;
import io.windlass.testing.LongForm;
import io.windlass.testing.RealServer;
import io.windlass.testing.TestForm;
import io.windlass.testing.UniqueName;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** {@link WritingModelTest} on containers of Azurite. {@code -Dwindlass.azure.seeds}: more. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AzureWritingModelTest {
  private static final int SEEDS = TestForm.amount("windlass.azure.seeds", 1, 3);

  private final ReadEngine engine =
      new ReadEngine(ReadSettings.DEFAULT.withMemory(16 << 20), Optional.empty());

  @TempDir Path directory;

  @AfterAll
  void close() {
    engine.close();
  }

  @Test
  @RealServer(AzuriteServer.class)
  @LongForm(gate = "WritingModelTest", reason = "it takes thousands of requests to a slow server")
  void aVolumeOnAzuriteIsWhatWasMadeOfIt(AzuriteServer server) throws Exception {
    try (Backend backend = AzureBackends.open(server, directory.resolve("azurite-key"))) {
      runs(backend);
    }
  }

  private void runs(Backend backend) throws Exception {
    int only = Integer.getInteger("windlass.seed", -1);
    for (int seed : only < 0 ? TestForm.seeds(SEEDS) : new int[] {only}) {
      String container = UniqueName.of("model");
      backend.buckets().create(container, BucketSettings.DEFAULT);
      ObjectStore store = backend.objects(container);
      WritingModelRun run =
          new WritingModelRun(
              store, backend.capabilities(), seed, directory.resolve("seed" + seed), engine);
      try {
        run.steps();
        run.close();
        run.nothingIsLeft();
      } catch (AssertionError | RuntimeException e) {
        run.close();
        throw new AssertionError("seed %d, after %s".formatted(seed, run.trail()), e);
      }
      delete(backend, store);
    }
  }

  /** A run leaves less than a page of objects. */
  private static void delete(Backend backend, ObjectStore store) {
    List<ObjectId> all =
        store.list(ListOptions.prefix(""), Optional.empty()).items().stream()
            .map(entry -> ObjectId.of(entry.key()))
            .toList();
    if (!all.isEmpty()) {
      store.deleteAll(all);
    }
    backend.buckets().delete(store.bucket());
  }
}
