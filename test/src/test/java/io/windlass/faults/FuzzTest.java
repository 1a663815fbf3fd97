package io.windlass.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Status.Code;
import io.windlass.test.driver.DriverOutput;
import io.windlass.test.driver.DriverProcess;
import io.windlass.test.driver.DriverSetup;
import io.windlass.testing.MinioServer;
import io.windlass.testing.PrivateServer;
import io.windlass.testing.RealServer;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;

/**
 * Tens of thousands of requests of every kind to every RPC. Whatever they are, the answer is one of
 * the error scheme's, what failed has changed nothing, and the driver does not grow. For more say
 * {@code -Dwindlass.fuzz.requests=1000000}; to have them again, {@code -Dwindlass.fuzz.seed=…}.
 */
class FuzzTest {
  private static final List<String> PREFIXES = List.of("alpha", "bravo", "gamma", "omega");
  private static final long MOST_HEAP_GROWTH = 8L << 20;
  private static final long MOST_RESIDENT_GROWTH = 64L << 20;
  private static final int BATCHES = 4;

  private final long seed =
      Long.getLong("windlass.fuzz.seed", ThreadLocalRandom.current().nextInt(1_000_000));

  @Test
  void onTheEmbeddedServer() throws InterruptedException {
    int requests = Integer.getInteger("windlass.fuzz.requests", 20_000);
    DriverSetup setup = DriverSetup.local();
    try (DriverProcess driver = DriverProcess.start(setup)) {
      fuzz(driver, new LocalAudit(setup.data()), requests);
    }
  }

  @Test
  @RealServer(MinioServer.class)
  void onMinio(PrivateServer<MinioServer> minio) throws InterruptedException {
    int requests = Integer.getInteger("windlass.fuzz.requests", 20_000) / 10;
    try (DriverProcess driver = DriverProcess.start(DriverSetup.minio(minio.server()))) {
      fuzz(driver, new MinioAudit(minio.server()), requests);
    }
  }

  /** A third of the requests to warm up; the others must not add to what the driver needs. */
  private void fuzz(DriverProcess driver, Audit audit, int requests) throws InterruptedException {
    System.out.printf("fuzzing with seed %d, %d requests%n", seed, requests);
    SplittableRandom random = new SplittableRandom(seed);
    Consequences consequences = new Consequences();
    try (RawWire wire = new RawWire(driver.setup().socket())) {
      List<Fuzzer> fuzzers =
          PREFIXES.stream()
              .map(prefix -> new Fuzzer(wire, consequences, random.split(), prefix))
              .toList();
      Runnable check = () -> audit.requireExactly(consequences.holdings());
      batches(fuzzers, check, requests / 3);
      long heap = LiveMemory.heapBytes(driver);
      long resident = LiveMemory.residentBytes(driver);
      batches(fuzzers, check, requests - requests / 3);
      assertThat(LiveMemory.heapBytes(driver)).isLessThan(heap + MOST_HEAP_GROWTH);
      assertThat(LiveMemory.residentBytes(driver)).isLessThan(resident + MOST_RESIDENT_GROWTH);
      fuzzers.getFirst().removeAll(consequences.holdings());
      audit.requireExactly(new Holdings());
      System.out.println("answers: " + codes(fuzzers));
    } catch (RuntimeException | Error e) {
      e.addSuppressed(new DriverOutput(driver));
      throw e;
    }
  }

  private void batches(List<Fuzzer> fuzzers, Runnable check, int requests)
      throws InterruptedException {
    for (int batch = 0; batch < BATCHES; batch++) {
      send(fuzzers, requests / BATCHES / fuzzers.size());
      check.run();
    }
  }

  private void send(List<Fuzzer> fuzzers, int requests) throws InterruptedException {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> running = new ArrayList<>();
      fuzzers.forEach(fuzzer -> running.add(threads.submit(() -> fuzzer.send(requests))));
      for (Future<?> fuzzer : running) {
        fuzzer.get();
      }
    } catch (ExecutionException e) {
      throw new AssertionError("with seed " + seed, e.getCause());
    }
  }

  private static Map<Code, Integer> codes(List<Fuzzer> fuzzers) {
    Map<Code, Integer> all = new EnumMap<>(Code.class);
    fuzzers.forEach(
        fuzzer -> fuzzer.codes().forEach((code, n) -> all.merge(code, n, Integer::sum)));
    return all;
  }
}
