package io.windlass.volume.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.windlass.backend.Backend;
import io.windlass.backend.BucketSettings;
import io.windlass.error.DriverException;
import io.windlass.object.Content;
import io.windlass.object.ObjectReader;
import io.windlass.provision.LeasedOperation;
import io.windlass.provision.OpenBackend;
import io.windlass.registry.Owner;
import io.windlass.registry.Registry;
import io.windlass.registry.RegistryBucket;
import io.windlass.store.Capabilities;
import io.windlass.store.CopySource;
import io.windlass.store.GetOptions;
import io.windlass.store.InterceptedStore;
import io.windlass.store.InterceptedStore.Interceptor;
import io.windlass.store.ObjectStore;
import io.windlass.store.PutOptions;
import io.windlass.store.StoreCall;
import io.windlass.store.local.LocalBackend;
import io.windlass.store.local.LocalConfig;
import io.windlass.volume.server.Copies.Order;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests which requests the copies of a volume make. */
class CopiesTest {
  private static final String BUCKET = "copies";
  private static final long LARGEST_COPY = 1 << 20;

  private final LocalBackend real;
  private final ConcurrentLinkedQueue<CopySource> sources = new ConcurrentLinkedQueue<>();

  CopiesTest(@TempDir Path directory) {
    real = LocalBackend.open(LocalConfig.in(directory.resolve("store")));
  }

  @BeforeEach
  void make() {
    real.buckets().create(BUCKET, BucketSettings.DEFAULT);
  }

  @AfterEach
  void close() {
    real.close();
  }

  /** The same, with small copies only and without part copies; what is copied is noted. */
  private Backend simple() {
    return wrap(
        Backend.class,
        real,
        (method, arguments) ->
            switch (method.getName()) {
              case "capabilities" -> Optional.of(few(real.capabilities()));
              case "objects" -> Optional.of(objects((String) arguments[0]));
              default -> Optional.empty();
            });
  }

  private ObjectStore objects(String bucket) {
    return wrap(
        ObjectStore.class,
        real.objects(bucket),
        (method, arguments) -> {
          if (method.getName().equals("rangeCopies")) {
            return Optional.of(Optional.empty());
          }
          if (method.getName().equals("copy")) {
            CopySource source = (CopySource) arguments[0];
            sources.add(source);
            if (real.objects(source.bucket()).head(source.key()).size() > LARGEST_COPY) {
              throw new DriverException.InvalidArgument("too large for one copy");
            }
          }
          return Optional.empty();
        });
  }

  private static Capabilities few(Capabilities all) {
    return new Capabilities(
        all.features(),
        all.maxBucketName(),
        all.maxDeleteBatch(),
        LARGEST_COPY,
        all.maxObjectBytes(),
        all.minPartBytes(),
        all.maxPartBytes(),
        all.maxParts());
  }

  /** Answer in place of the real one. */
  private interface Instead {
    Optional<Object> of(Method method, Object[] arguments);
  }

  private static <T> T wrap(Class<T> type, Object wrapped, Instead instead) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (_, method, arguments) -> {
              Optional<Object> answer = instead.of(method, arguments);
              try {
                return answer.isPresent() ? answer.get() : method.invoke(wrapped, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            }));
  }

  private Copies copies() {
    Backend backend = simple();
    return copies(backend, backend.objects(BUCKET));
  }

  private static Copies copies(Backend backend, ObjectStore into) {
    Registry registry =
        new Registry(
            new RegistryBucket(backend, BUCKET, true), Owner.current("test:/a.sock"), () -> 0);
    return new Copies(LeasedOperation.on(new OpenBackend(backend, registry, BUCKET)), into);
  }

  private static Order order(String key, long size, String to) {
    return new Order(CopySource.of(BUCKET, key), size, to);
  }

  /** Each copy is one request, as the server is told what is known of its source. */
  @Test
  void theServerIsToldWhatIsKnownOfEachSource() {
    ObjectStore objects = real.objects(BUCKET);
    List<Order> orders = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      objects.put("from/" + i, Content.of(new byte[i]), PutOptions.DEFAULT);
      orders.add(order("from/" + i, i, "to/" + i));
    }
    List<Boolean> there = copies().all(orders);
    assertThat(there).hasSize(40).containsOnly(true);
    assertThat(sources).hasSize(40).allMatch(source -> source.size().isPresent());
    assertThat(objects.head("to/7").size()).isEqualTo(7);
  }

  /** Each has requests that come one after the other. */
  @Test
  void severalLargeObjectsAreCopiedAtOneTime() {
    byte[] large = new byte[(64 << 20) + 1];
    ObjectStore objects = real.objects(BUCKET);
    objects.put("one", Content.of(large), PutOptions.DEFAULT);
    objects.put("other", Content.of(large), PutOptions.DEFAULT);
    CyclicBarrier both = new CyclicBarrier(2);
    ObjectStore meeting =
        new InterceptedStore(
            objects,
            new Interceptor() {
              @Override
              public <T> T call(StoreCall call, Supplier<T> next) {
                if (call == StoreCall.START_UPLOAD) {
                  await(both);
                }
                return next.get();
              }
            });
    List<Order> orders =
        List.of(order("one", large.length, "copy 1"), order("other", large.length, "copy 2"));
    assertThat(copies(real, meeting).all(orders)).containsExactly(true, true);
    assertThat(objects.head("copy 1").size()).isEqualTo(large.length);
    assertThat(objects.head("copy 2").size()).isEqualTo(large.length);
  }

  private static void await(CyclicBarrier barrier) {
    try {
      barrier.await(2, TimeUnit.MINUTES);
    } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
      throw new IllegalStateException("no other upload was started meanwhile", e);
    }
  }

  @Test
  void whatIsTooLargeForOneCopyIsCopiedOnAServerThatCopiesNoParts() throws IOException {
    byte[] large = new byte[(64 << 20) + 5];
    new Random(7).nextBytes(large);
    ObjectStore objects = real.objects(BUCKET);
    objects.put(
        "large", Content.of(large), PutOptions.DEFAULT.withMetadata(Map.of("windlass-test", "7")));
    objects.put("small", Content.of(new byte[3]), PutOptions.DEFAULT);
    List<Boolean> there =
        copies()
            .all(
                List.of(
                    order("large", large.length, "copy"),
                    order("small", 3, "small copy"),
                    order("gone", large.length, "nothing")));
    assertThat(there).containsExactly(true, true, false);
    try (ObjectReader reader = objects.get("copy", GetOptions.ALL)) {
      assertThat(reader.info().metadata()).containsEntry("windlass-test", "7");
      assertThat(reader.readAll(large.length)).isEqualTo(large);
    }
    assertThat(objects.uploads().of("copy")).isEmpty();
  }

  @Test
  void aBucketThatIsNotThereSaysNothingOfItsObjects() {
    for (long size : List.of(1L, LARGEST_COPY + 1)) {
      List<Order> orders = List.of(new Order(CopySource.of("gone", "key"), size, "copy"));
      assertThatExceptionOfType(DriverException.NoSuchBucket.class)
          .as("of %d bytes", size)
          .isThrownBy(() -> copies().all(orders));
    }
  }
}
