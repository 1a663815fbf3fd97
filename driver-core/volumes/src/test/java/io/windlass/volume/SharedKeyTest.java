package io.windlass.volume;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.backend.Backend;
import io.windlass.store.Capabilities;
import io.windlass.store.Feature;
import io.windlass.store.local.LocalBackend;
import io.windlass.store.local.LocalConfig;
import io.windlass.testing.RegistryInMemory;
import io.windlass.testing.crash.CrashTrials;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/**
 * Nodes that share the key of a volume, as where a bucket has room for few accesses: the driver
 * dies at each call. The embedded server is told to have that little room, because it is fast.
 */
@TestInstance(Lifecycle.PER_CLASS)
class SharedKeyTest {
  private Backend backend;

  @BeforeAll
  void open(@TempDir Path directory) {
    backend = withFewAccesses(RegistryInMemory.over(LocalBackend.open(LocalConfig.in(directory))));
  }

  @AfterAll
  void close() {
    backend.close();
  }

  private static Backend withFewAccesses(Backend real) {
    Capabilities all = real.capabilities();
    Set<Feature> features = EnumSet.copyOf(all.features());
    assertThat(features.add(Feature.ACCESS_FEW_PER_BUCKET)).isTrue();
    Capabilities few =
        new Capabilities(
            features,
            all.maxBucketName(),
            all.maxDeleteBatch(),
            all.maxPutBytes(),
            all.maxObjectBytes(),
            all.minPartBytes(),
            all.maxPartBytes(),
            all.maxParts());
    return (Backend)
        Proxy.newProxyInstance(
            Backend.class.getClassLoader(),
            new Class<?>[] {Backend.class},
            (_, method, arguments) -> {
              if (method.getName().equals("capabilities")) {
                return few;
              }
              try {
                return method.invoke(real, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  @TestFactory
  Stream<DynamicTest> diesAtEveryCallAndTheSameIsAskedAgain() {
    return CrashTrials.of(SharedKeyStory.Step.class, () -> backend, SharedKeyStory::new, true);
  }

  @TestFactory
  Stream<DynamicTest> diesAtEveryCallAndTheOppositeIsAsked() {
    return CrashTrials.of(SharedKeyStory.Step.class, () -> backend, SharedKeyStory::new, false);
  }
}
