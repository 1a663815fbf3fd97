import com.sun.management.OperatingSystemMXBean;
import io.windlass.backend.Backend;
import io.windlass.backend.BucketSettings;
import io.windlass.object.Content;
import io.windlass.object.ObjectReader;
import io.windlass.store.GetOptions;
import io.windlass.store.ObjectStore;
import io.windlass.store.PutOptions;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Compares what a request costs through a store of Windlass with a plain loop of requests that are signed here and sent by
 * the JDK's client. Both do what every client has to: they sign, compute the checksum of what they send, and read the
 * answer. Both take turns, in one JVM. Prints medians of the rounds: processor time of this process and time, for each
 * request.
 */
final class Calls {
  static final String BUCKET = "calls";

  /** Rounds before those that count. */
  private static final int WARMING = 10;

  /** A plain loop's request: HEAD, GET, or PUT with a body; whatever of these the service calls them. */
  interface Plain {
    void send(String method, String key, byte[] body) throws Exception;
  }

  private interface Call {
    void run() throws Exception;
  }

  private record Measure(double cpuMicros, double micros) {}

  private record Pair(Call ours, Call theirs) {}

  private Calls() {}

  /**
   * Measures.
   *
   * @param title of what is measured
   * @param amounts how many requests in a round, and how many rounds; as arguments say
   */
  static void compare(String title, Backend backend, Plain plain, List<String> amounts) throws Exception {
    int requests = amounts.isEmpty() ? 300 : Integer.parseInt(amounts.get(0));
    int rounds = amounts.size() < 2 ? 7 : Integer.parseInt(amounts.get(1));
    ObjectStore store = backend.objects(BUCKET);
    byte[] small = new byte[4 << 10];
    byte[] large = new byte[4 << 20];
    store.put("read", Content.of(new byte[256 << 10]), PutOptions.DEFAULT);
    Map<String, Pair> jobs = new LinkedHashMap<>();
    jobs.put("HEAD", new Pair(() -> store.head("read"), () -> plain.send("HEAD", "read", null)));
    jobs.put("GET of 256 KiB", new Pair(() -> read(store), () -> plain.send("GET", "read", null)));
    jobs.put("PUT of 4 KiB", put(store, plain, small));
    jobs.put("PUT of 4 MiB", put(store, plain, large));
    System.out.printf("| %s | Windlass: CPU µs | plain loop: CPU µs | ratio | ratio of time |%n", title);
    System.out.println("|---|---:|---:|---:|---:|");
    for (Map.Entry<String, Pair> job : jobs.entrySet()) {
      int count = job.getKey().contains("MiB") ? Math.max(10, requests / 20) : requests;
      List<Measure> ours = new ArrayList<>();
      List<Measure> theirs = new ArrayList<>();
      // The store has more classes than the loop, and the quick compiler is done with them later.
      Measure _ = measure(job.getValue().ours(), WARMING * count);
      Measure _ = measure(job.getValue().theirs(), WARMING * count);
      for (int round = 0; round < rounds; round++) {
        ours.add(measure(job.getValue().ours(), count));
        theirs.add(measure(job.getValue().theirs(), count));
      }
      double cpu = median(ours.stream().mapToDouble(Measure::cpuMicros).toArray());
      double limit = median(theirs.stream().mapToDouble(Measure::cpuMicros).toArray());
      double time =
          median(ours.stream().mapToDouble(Measure::micros).toArray())
              / median(theirs.stream().mapToDouble(Measure::micros).toArray());
      System.out.printf("| %s | %.0f | %.0f | %.2f | %.2f |%n", job.getKey(), cpu, limit, cpu / limit, time);
    }
  }

  private static Pair put(ObjectStore store, Plain plain, byte[] body) {
    return new Pair(
        () -> store.put("put", Content.of(body), PutOptions.DEFAULT), () -> plain.send("PUT", "put", body));
  }

  private static void read(ObjectStore store) throws Exception {
    try (ObjectReader reader = store.get("read", GetOptions.ALL)) {
      reader.readAll(1 << 20);
    }
  }

  /** Makes the bucket unless it is there. */
  static void prepare(Backend backend) {
    if (!backend.buckets().exists(BUCKET)) {
      backend.buckets().create(BUCKET, BucketSettings.DEFAULT);
    }
  }

  private static Measure measure(Call call, int count) throws Exception {
    OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    long cpu = system.getProcessCpuTime();
    long start = System.nanoTime();
    for (int i = 0; i < count; i++) {
      call.run();
    }
    return new Measure(
        (system.getProcessCpuTime() - cpu) / 1e3 / count, (System.nanoTime() - start) / 1e3 / count);
  }

  private static double median(double[] values) {
    Arrays.sort(values);
    return values[values.length / 2];
  }
}
