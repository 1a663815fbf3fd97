package io.windlass.faults.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Status.Code;
import io.windlass.faults.Progress;
import io.windlass.faults.RawWire;
import io.windlass.test.driver.DriverOutput;
import io.windlass.test.driver.DriverProcess;
import io.windlass.testing.TestForm;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BiFunction;
import java.util.random.RandomGenerator;

/**
 * Requests of every kind to every RPC of a driver. Whatever they are, the answer is one of the
 * error scheme's, what failed has changed nothing, and the driver does not grow. For more say
 * {@code -Dwindlass.fuzz.requests=1000000}; to have them again, {@code -Dwindlass.fuzz.seed=…}.
 */
final class Fuzzing {
  private static final List<String> PREFIXES = List.of("alpha", "bravo", "gamma", "omega");
  private static final long MOST_HEAP_GROWTH = 8L << 20;
  private static final long MOST_RESIDENT_GROWTH = 64L << 20;
  private static final int BATCHES = 4;

  private final long seed = TestForm.seed("windlass.fuzz.seed", 7);

  /** Returns the number of requests, which a property can set. */
  static int requests(int gate, int longForm) {
    return TestForm.amount("windlass.fuzz.requests", gate, longForm);
  }

  /**
   * A third of the requests to warm up; the others must not add to what the driver needs, which can
   * be told only after many of them: in the long form.
   *
   * @param dialects for a source of chance and a prefix of names, what there is to say
   * @param check compares what is there with what the dialects learned
   * @param removeAll has all of it removed
   */
  void fuzz(
      DriverProcess driver,
      BiFunction<RandomGenerator, String, Dialect> dialects,
      int requests,
      Runnable check,
      java.util.function.Consumer<Fuzzer> removeAll) {
    System.out.printf("fuzzing with seed %d, %d requests%n", seed, requests);
    SplittableRandom random = new SplittableRandom(seed);
    try (RawWire wire = new RawWire(driver.setup().socket())) {
      List<Fuzzer> fuzzers = new ArrayList<>();
      for (String prefix : PREFIXES) {
        SplittableRandom own = random.split();
        fuzzers.add(new Fuzzer(wire, dialects.apply(own, prefix), own, prefix));
      }
      batches(fuzzers, check, requests / 3);
      Runnable rest = () -> batches(fuzzers, check, requests - requests / 3);
      switch (TestForm.current()) {
        case GATE -> rest.run();
        case LONG -> doesNotGrow(driver, rest);
      }
      removeAll.accept(fuzzers.getFirst());
      check.run();
      System.out.println("answers: " + codes(fuzzers));
    } catch (RuntimeException | Error e) {
      e.addSuppressed(new DriverOutput(driver));
      throw e;
    }
  }

  private static void doesNotGrow(DriverProcess driver, Runnable requests) {
    long heap = LiveMemory.heapBytes(driver);
    long resident = LiveMemory.residentBytes(driver);
    requests.run();
    assertThat(LiveMemory.heapBytes(driver)).isLessThan(heap + MOST_HEAP_GROWTH);
    assertThat(LiveMemory.residentBytes(driver)).isLessThan(resident + MOST_RESIDENT_GROWTH);
  }

  private void batches(List<Fuzzer> fuzzers, Runnable check, int requests) {
    for (int batch = 0; batch < BATCHES; batch++) {
      send(fuzzers, requests / BATCHES / fuzzers.size());
      check.run();
    }
  }

  private void send(List<Fuzzer> fuzzers, int requests) {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> running = new ArrayList<>();
      fuzzers.forEach(fuzzer -> running.add(threads.submit(() -> fuzzer.send(requests))));
      for (Future<?> fuzzer : running) {
        fuzzer.get();
      }
    } catch (ExecutionException e) {
      throw new AssertionError("with seed " + seed, e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Progress.Abandoned();
    }
  }

  private static Map<Code, Integer> codes(List<Fuzzer> fuzzers) {
    Map<Code, Integer> all = new EnumMap<>(Code.class);
    fuzzers.forEach(
        fuzzer -> fuzzer.codes().forEach((code, n) -> all.merge(code, n, Integer::sum)));
    return all;
  }
}
