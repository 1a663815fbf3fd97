package io.windlass.fs.bucket;

import static io.windlass.fs.bucket.FileCalls.fails;

import io.windlass.backend.Backend;
import io.windlass.error.DriverException;
import io.windlass.fs.FileSystem;
import io.windlass.fs.VolumeOptions;
import io.windlass.linux.Errno;
import io.windlass.store.InterceptedStore;
import io.windlass.store.ObjectStore;
import io.windlass.store.StoreCall;
import io.windlass.store.contract.PropertiesContract;
import io.windlass.store.memory.MemoryBackend;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class KeptPropertiesTest extends KeptPropertiesContract {
  @Override
  Backend open(Path secrets) {
    return new MemoryBackend();
  }

  @Override
  Map<String, String> opaque() {
    return Map.of("storage", "cold");
  }

  /** As annotations of S3: to give up tags is not to give up these. */
  @Test
  void whatNoWriteCanSetIsNotLostWhereTagsAreDropped() {
    put("file", all());
    ObjectStore annotated =
        new InterceptedStore(
            store(),
            new InterceptedStore.Interceptor() {
              @Override
              public <T> T call(StoreCall call, Supplier<T> next) {
                if (call == StoreCall.PROPERTIES) {
                  throw new DriverException.Unsupported("it would lose its annotations", null);
                }
                return next.get();
              }
            });
    VolumeOptions options = VolumeOptions.DEFAULT.withObjectMetadata(true).withDropsTags(true);
    try (Volume volume = mount(annotated, options)) {
      fails(Errno.EACCES, () -> FileCalls.open(volume, "file", FileCalls.WRITE));
      long node = volume.lookup(FileSystem.ROOT, "file").orElseThrow().id();
      fails(Errno.EACCES, () -> volume.fs().setattr(node, FileCalls.mode(0600)).await());
      volume.forgetAll();
    }
    PropertiesContract.assertHas(store(), "file", all());
  }
}
