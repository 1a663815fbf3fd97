package io.windlass.fs.namespace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.windlass.backend.BucketSettings;
import io.windlass.error.DriverException;
import io.windlass.fs.VolumeOptions;
import io.windlass.fs.file.Usage;
import io.windlass.fs.inode.MappedFile;
import io.windlass.fs.posix.ObjectStat;
import io.windlass.object.Condition;
import io.windlass.store.InterceptedStore;
import io.windlass.store.ObjectStore;
import io.windlass.store.StoreCall;
import io.windlass.store.memory.MemoryBackend;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MarkersTest {
  @TempDir Path directory;

  /** SeaweedFS: it has directories, and says of a copy of one that there is none. */
  @Test
  void aMarkerThatTheServerDoesNotCopyIsWritten() {
    MemoryBackend memory = new MemoryBackend();
    memory.buckets().create("bucket", BucketSettings.DEFAULT);
    ObjectStore store = new InterceptedStore(memory.objects("bucket"), MarkersTest::copyNothing);
    try (MappedFile file = grown(directory.resolve("usage"));
        Usage usage = new Usage(store, VolumeOptions.DEFAULT, file)) {
      Markers markers = new Markers(store, VolumeOptions.DEFAULT, usage);
      ObjectStat made = markers.make("d/", Map.of("mode", "16877"));

      ObjectStat now = markers.describe("d/", made, Map.of("mode", "16832"));

      assertThat(store.head("d/").metadata()).containsEntry("mode", "16832");
      assertThat(store.head("d/").revision()).isEqualTo(now.revision());
      store.delete("d/", Condition.always());
      assertThatExceptionOfType(DriverException.class)
          .isThrownBy(() -> markers.describe("d/", now, Map.of("mode", "16877")));
    }
  }

  private static MappedFile grown(Path path) {
    MappedFile file = MappedFile.open(path);
    file.grow();
    return file;
  }

  private static <T> T copyNothing(StoreCall call, Supplier<T> next) {
    if (call == StoreCall.COPY) {
      throw new DriverException.NotFound("no such object", null);
    }
    return next.get();
  }
}
