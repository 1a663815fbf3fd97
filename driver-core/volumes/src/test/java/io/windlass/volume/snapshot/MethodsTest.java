package io.windlass.volume.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.backend.Backend;
import io.windlass.backend.BucketSettings;
import io.windlass.store.Capabilities;
import io.windlass.store.Feature;
import io.windlass.store.memory.MemoryBackend;
import io.windlass.volume.snapshot.SnapshotRecord.Method;
import java.lang.reflect.Proxy;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MethodsTest {
  private static final String BUCKET = "bucket";

  private static Backend server(Set<Feature> features) {
    MemoryBackend memory = new MemoryBackend();
    memory.buckets().create(BUCKET, BucketSettings.DEFAULT);
    Capabilities of = memory.capabilities();
    Capabilities changed =
        new Capabilities(
            features,
            of.maxBucketName(),
            of.maxDeleteBatch(),
            of.maxPutBytes(),
            of.maxObjectBytes(),
            of.minPartBytes(),
            of.maxPartBytes(),
            of.maxParts());
    return (Backend)
        Proxy.newProxyInstance(
            Backend.class.getClassLoader(),
            new Class<?>[] {Backend.class},
            (_, method, arguments) ->
                method.getName().equals("capabilities")
                    ? changed
                    : method.invoke(memory, arguments));
  }

  /** With the versions, mounts of the bucket would lose the conditions that they rely on. */
  @Test
  void versionsAreTurnedOnOnlyWhereConditionsHoldAmongThem() {
    Set<Feature> features = EnumSet.of(Feature.BUCKET_VERSIONS);
    assertThat(Methods.best(server(features), BUCKET)).isEqualTo(Method.COPIES);
    features.add(Feature.VERSIONED_CONDITIONS);
    assertThat(Methods.best(server(features), BUCKET)).isEqualTo(Method.VERSIONS);
  }
}
