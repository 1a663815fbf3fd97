package io.windlass.provision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.windlass.backend.Backend;
import io.windlass.backend.BucketSettings;
import io.windlass.error.DriverException;
import io.windlass.object.Content;
import io.windlass.registry.Owner;
import io.windlass.registry.Registry;
import io.windlass.registry.RegistryBucket;
import io.windlass.store.Capabilities;
import io.windlass.store.ListOptions;
import io.windlass.store.ListedEntry;
import io.windlass.store.ObjectStore;
import io.windlass.store.Page;
import io.windlass.store.PutOptions;
import io.windlass.store.local.LocalBackend;
import io.windlass.store.local.LocalConfig;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A bucket is emptied by as many calls as it takes. */
class EmptierTest {
  private static final String BUCKET = "bucket";
  private static final int OBJECTS = 5;

  /** Two seconds pass between any two times that somebody looks. */
  private final AtomicLong clock = new AtomicLong();

  @Test
  void whatOneCallHasNoTimeForTheNextOneDoes(@TempDir Path directory) {
    try (LocalBackend real = LocalBackend.open(LocalConfig.in(directory))) {
      real.buckets().create(BUCKET, BucketSettings.DEFAULT);
      for (int i = 0; i < OBJECTS; i++) {
        real.objects(BUCKET).put("key" + i, Content.of(new byte[1]), PutOptions.DEFAULT);
      }
      LeasedOperation operation = operation(inPairs(real));

      Emptier first = new Emptier(operation, BUCKET, "");
      assertThat(first.run()).isFalse();
      assertThat(first.deleted()).isEqualTo(4);
      Emptier second = new Emptier(operation, BUCKET, "");
      assertThat(second.run()).isTrue();
      assertThat(second.deleted()).isEqualTo(1);
      assertThat(real.objects(BUCKET).list(ListOptions.prefix(""), Optional.empty()).items())
          .isEmpty();
    }
  }

  /** SeaweedFS does so with a page of delete markers named null. */
  @Test
  void whatAServerListsAgainIsNotDeletedForEver(@TempDir Path directory) {
    try (LocalBackend real = LocalBackend.open(LocalConfig.in(directory))) {
      real.buckets().create(BUCKET, BucketSettings.DEFAULT);
      Page<ListedEntry> page =
          new Page<>(List.of(new ListedEntry.Prefix("a")), Optional.of("another page"));
      ObjectStore keeping = with(ObjectStore.class, real.objects(BUCKET), "list", page);
      Emptier emptier =
          new Emptier(operation(with(Backend.class, real, "objects", keeping)), BUCKET, "");
      assertThatExceptionOfType(DriverException.NotEmpty.class)
          .isThrownBy(emptier::run)
          .withMessageContainingAll("deletes a", "lists it again");
    }
  }

  private LeasedOperation operation(Backend backend) {
    Registry registry =
        new Registry(
            new RegistryBucket(backend, BUCKET, true),
            Owner.current("test:/a.sock"),
            () -> clock.getAndAdd(Duration.ofSeconds(2).toNanos()));
    return LeasedOperation.on(new OpenBackend(backend, registry, BUCKET));
  }

  /** One request to this backend deletes two objects at most. */
  private static Backend inPairs(Backend real) {
    Capabilities all = real.capabilities();
    Capabilities pairs =
        new Capabilities(
            all.features(),
            all.maxBucketName(),
            2,
            all.maxPutBytes(),
            all.maxObjectBytes(),
            all.minPartBytes(),
            all.maxPartBytes(),
            all.maxParts());
    return with(Backend.class, real, "capabilities", pairs);
  }

  /** Returns something of which one method always answers the same. */
  private static <T> T with(Class<T> type, T real, String changed, Object answer) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (_, method, arguments) -> {
              try {
                return method.getName().equals(changed) ? answer : method.invoke(real, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            }));
  }
}
