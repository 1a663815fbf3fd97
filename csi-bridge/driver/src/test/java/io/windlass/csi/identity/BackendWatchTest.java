package io.windlass.csi.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.windlass.backend.Backend;
import io.windlass.backend.Timing;
import io.windlass.csi.identity.Readiness.State;
import io.windlass.error.DriverException;
import io.windlass.provision.OpenBackend;
import io.windlass.provision.OpenBackends;
import io.windlass.registry.Owner;
import io.windlass.registry.Registry;
import io.windlass.registry.RegistryBucket;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(600)
class BackendWatchTest {
  private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  private final AtomicInteger asked = new AtomicInteger();
  private final CountDownLatch silence = new CountDownLatch(1);

  @Test
  void aBackendThatHangsKeepsNobodyWaiting() {
    BackendWatch watch = watch();
    assertThat(up()).isNaN();
    // Each returns though the first question is not answered before the end of this test.
    assertThat(watch.check()).isEqualTo(new State.Ready());
    await().untilAtomic(asked, count -> assertThat(count).isEqualTo(1));
    assertThat(watch.check()).isEqualTo(new State.Ready());
    assertThat(asked).hasValue(1);
    silence.countDown();
    await().untilAsserted(() -> assertThat(up()).isZero());
    assertThat(watch.check()).isEqualTo(new State.Ready());
  }

  private double up() {
    return meters.get("windlass.backend.up").tag("backend", "silent").gauge().value();
  }

  private BackendWatch watch() {
    Backend backend = silent();
    Registry registry =
        new Registry(new RegistryBucket(backend, "records", false), Owner.current("test"));
    return new BackendWatch(
        new OpenBackends(List.of(new OpenBackend(backend, registry, "records"))), meters);
  }

  /** A fault: it answers a ping late, and with an error. */
  private Backend silent() {
    return (Backend)
        Proxy.newProxyInstance(
            Backend.class.getClassLoader(),
            new Class<?>[] {Backend.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "name" -> "silent";
                  case "timing" -> Timing.immediate(Duration.ofSeconds(1));
                  case "objects" ->
                      Proxy.newProxyInstance(
                          Backend.class.getClassLoader(),
                          new Class<?>[] {method.getReturnType()},
                          (_, called, _) -> {
                            throw new AssertionError(called);
                          });
                  case "ping" -> {
                    asked.incrementAndGet();
                    silence.await();
                    throw new DriverException.Unavailable("it is away", null);
                  }
                  default -> throw new AssertionError(method);
                });
  }
}
