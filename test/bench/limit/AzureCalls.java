import com.amazon.corretto.crypto.provider.AmazonCorrettoCryptoProvider;
import com.sun.management.OperatingSystemMXBean;
import io.windlass.secret.Secret;
import io.windlass.backend.Backend;
import io.windlass.backend.BucketSettings;
import io.windlass.object.Content;
import io.windlass.connect.CredentialSource;
import io.windlass.store.GetOptions;
import io.windlass.object.ObjectReader;
import io.windlass.store.ObjectStore;
import io.windlass.http.Proxies;
import io.windlass.store.PutOptions;
import io.windlass.store.azure.AzureConnector;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Compares what a request costs through the Azure store of Windlass with a plain loop of requests that are signed here
 * and sent by the JDK's client. Both do what every client has to: they sign, compute the MD5 of what they send, and read
 * the answer. test/bench/azure runs it. Usage:
 *
 *   java -cp 'deploy/target/windlass/lib/*:deploy/target/windlass/lib/azure/*' test/bench/limit/AzureCalls.java \
 *     http://127.0.0.1:10000/account account-key [requests [rounds]]
 *
 * Both take turns, in one JVM. Prints medians of the rounds: processor time of this process and time, for each request.
 */
public final class AzureCalls {
  private static final String CONTAINER = "calls";
  private static final String VERSION = "2022-11-02";
  private static final DateTimeFormatter HTTP =
      DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", java.util.Locale.ROOT);

  private final URI endpoint;
  private final String account;
  private final byte[] key;
  private final HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private AzureCalls(URI endpoint, String key) {
    this.endpoint = endpoint;
    this.account = endpoint.getPath().substring(1);
    this.key = Base64.getDecoder().decode(key);
  }

  private interface Call {
    void run() throws Exception;
  }

  private record Measure(double cpuMicros, double micros) {}

  public static void main(String[] args) throws Exception {
    AmazonCorrettoCryptoProvider.install(); // as a mounter does
    AzureCalls plain = new AzureCalls(URI.create(args[0]), args[1]);
    int requests = args.length > 2 ? Integer.parseInt(args[2]) : 300;
    int rounds = args.length > 3 ? Integer.parseInt(args[3]) : 7;
    AzureConnector connector = new AzureConnector();
    Secret credential = connector.credential(Map.of("accountKey", Secret.of(args[1])));
    try (Backend backend =
        connector.open(
            "bench",
            connector.address(CONTAINER, Map.of("endpoint", args[0])),
            new CredentialSource.Text(() -> credential),
            Optional.empty(),
            Proxies.none())) {
      if (!backend.buckets().exists(CONTAINER)) {
        backend.buckets().create(CONTAINER, BucketSettings.DEFAULT);
      }
      ObjectStore store = backend.objects(CONTAINER);
      byte[] small = new byte[4 << 10];
      byte[] large = new byte[4 << 20];
      store.put("small", Content.of(new byte[100 << 10]), PutOptions.DEFAULT);
      Map<String, Call[]> jobs = new LinkedHashMap<>();
      jobs.put("HEAD", new Call[] {() -> store.head("small"), () -> plain.send("HEAD", "small", null)});
      jobs.put("GET of 100 KiB", new Call[] {() -> read(store), () -> plain.send("GET", "small", null)});
      jobs.put("Put Blob of 4 KiB", new Call[] {
        () -> store.put("put", Content.of(small), PutOptions.DEFAULT), () -> plain.send("PUT", "put", small)});
      jobs.put("Put Blob of 4 MiB", new Call[] {
        () -> store.put("put", Content.of(large), PutOptions.DEFAULT), () -> plain.send("PUT", "put", large)});
      System.out.println("| request | Windlass: CPU µs | plain loop: CPU µs | ratio | ratio of time |");
      System.out.println("|---|---:|---:|---:|---:|");
      for (Map.Entry<String, Call[]> job : jobs.entrySet()) {
        int count = job.getKey().contains("MiB") ? Math.max(10, requests / 20) : requests;
        List<Measure> ours = new ArrayList<>();
        List<Measure> theirs = new ArrayList<>();
        measure(job.getValue()[0], count);
        measure(job.getValue()[1], count);
        for (int round = 0; round < rounds; round++) {
          ours.add(measure(job.getValue()[0], count));
          theirs.add(measure(job.getValue()[1], count));
        }
        double cpu = median(ours.stream().mapToDouble(Measure::cpuMicros).toArray());
        double limit = median(theirs.stream().mapToDouble(Measure::cpuMicros).toArray());
        double time =
            median(ours.stream().mapToDouble(Measure::micros).toArray())
                / median(theirs.stream().mapToDouble(Measure::micros).toArray());
        System.out.printf("| %s | %.0f | %.0f | %.2f | %.2f |%n", job.getKey(), cpu, limit, cpu / limit, time);
      }
    }
  }

  private static void read(ObjectStore store) throws Exception {
    try (ObjectReader reader = store.get("small", GetOptions.ALL)) {
      reader.readAll(1 << 20);
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

  private void send(String method, String blob, byte[] body) throws Exception {
    String date = HTTP.format(ZonedDateTime.now(ZoneOffset.UTC));
    String path = "/" + CONTAINER + "/" + blob;
    boolean put = body != null;
    String md5 = put ? Base64.getEncoder().encodeToString(MessageDigest.getInstance("MD5").digest(body)) : "";
    String toSign =
        method + "\n\n\n" + (put ? body.length : "") + "\n" + md5 + "\n\n\n\n\n\n\n\n"
            + (put ? "x-ms-blob-type:BlockBlob\n" : "")
            + "x-ms-date:" + date + "\nx-ms-version:" + VERSION + "\n"
            + "/" + account + endpoint.getPath() + path;
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(key, "HmacSHA256"));
    String signature = Base64.getEncoder().encodeToString(mac.doFinal(toSign.getBytes(StandardCharsets.UTF_8)));
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(endpoint + path))
            .header("x-ms-date", date)
            .header("x-ms-version", VERSION)
            .header("Authorization", "SharedKey " + account + ":" + signature);
    if (put) {
      request.header("x-ms-blob-type", "BlockBlob").header("Content-MD5", md5);
      request.PUT(HttpRequest.BodyPublishers.ofByteArray(body));
    } else {
      request.method(method, HttpRequest.BodyPublishers.noBody());
    }
    HttpResponse<byte[]> answer = client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
    if (answer.statusCode() >= 300) {
      throw new IllegalStateException(answer.statusCode() + " " + new String(answer.body(), StandardCharsets.UTF_8));
    }
  }
}
