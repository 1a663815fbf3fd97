import com.amazon.corretto.crypto.provider.AmazonCorrettoCryptoProvider;
import io.windlass.cli.log.Logging;
import io.windlass.http.HttpSettings;
import io.windlass.observe.LogSettings;
import io.windlass.secret.Secret;
import io.windlass.object.ByteRange;
import io.windlass.object.Condition;
import io.windlass.object.Content;
import io.windlass.store.GetOptions;
import io.windlass.store.ListOptions;
import io.windlass.store.ListedEntry;
import io.windlass.object.ObjectReader;
import io.windlass.store.ObjectStore;
import io.windlass.store.Page;
import io.windlass.store.Part;
import io.windlass.store.PutOptions;
import io.windlass.store.Upload;
import io.windlass.store.s3.S3Backend;
import io.windlass.store.s3.client.S3Connection;
import io.windlass.store.s3.client.S3Key;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.event.Level;

/**
 * What Windlass's own S3 client does without a file system: plain loops of requests. Takes commands
 * from standard input and answers each with a line: seconds, bytes, median seconds of a request.
 *
 * <pre>
 *   stream THREADS LENGTH BYTES KEY...    ranges of LENGTH in order, of the first BYTES of each object
 *   random THREADS LENGTH SECONDS KEY...  random ranges; a thread keeps to its object
 *   whole THREADS KEY...                  whole objects
 *   list PREFIX                           all keys
 *   put THREADS LENGTH COUNT PREFIX       objects
 *   upload THREADS LENGTH BYTES KEY...    objects of BYTES in parts of LENGTH
 * </pre>
 */
public final class Limit {
  private final ObjectStore store;

  private Limit(ObjectStore store) {
    this.store = store;
  }

  /** Arguments: endpoint, bucket and perhaps a file of trusted certificates. The key is in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY. */
  public static void main(String[] arguments) throws Exception {
    AmazonCorrettoCryptoProvider.install(); // as a mounter does
    Logging.start(new LogSettings(Level.WARN, LogSettings.Format.TEXT));
    S3Key key =
        new S3Key(
            System.getenv("AWS_ACCESS_KEY_ID"), Secret.of(System.getenv("AWS_SECRET_ACCESS_KEY")));
    Optional<Path> trusted = Arrays.stream(arguments).skip(2).findFirst().map(Path::of);
    S3Connection connection =
        S3Connection.to(URI.create(arguments[0]))
            .withHttp(HttpSettings.DEFAULT.withCaCertificate(trusted));
    try (S3Backend backend = S3Backend.forData("limit", connection, () -> key)) {
      Limit limit = new Limit(backend.objects(arguments[1]));
      BufferedReader commands = new BufferedReader(new InputStreamReader(System.in));
      System.out.println("ready");
      for (String line = commands.readLine(); line != null; line = commands.readLine()) {
        System.out.println(limit.run(line.split(" ")));
      }
    }
  }

  /** What some requests took. */
  private record Figures(double seconds, long bytes, List<Double> each) {
    @Override
    public String toString() {
      double[] sorted = each.stream().mapToDouble(Double::doubleValue).sorted().toArray();
      return "%f %d %f"
          .formatted(seconds, bytes, sorted.length == 0 ? 0 : sorted[sorted.length / 2]);
    }
  }

  private Figures run(String[] words) throws Exception {
    int threads = words[0].equals("list") ? 1 : Integer.parseInt(words[1]);
    return switch (words[0]) {
      case "stream" -> {
        int length = Integer.parseInt(words[2]);
        long bytes = Long.parseLong(words[3]);
        List<String> keys = Arrays.asList(words).subList(4, words.length);
        int each = (int) (bytes / length);
        AtomicInteger next = new AtomicInteger();
        // Range by range, in turn from each object: as if each had a reader.
        yield all(
            threads,
            length,
            (thread, buffer) -> {
              int i = next.getAndIncrement();
              return i < each * keys.size()
                  ? range(keys.get(i % keys.size()), (long) (i / keys.size()) * length, buffer)
                  : -1;
            });
      }
      case "random" -> {
        int length = Integer.parseInt(words[2]);
        long end = System.nanoTime() + (long) (Double.parseDouble(words[3]) * 1e9);
        List<String> keys = Arrays.asList(words).subList(4, words.length);
        long blocks = store.head(keys.getFirst()).size() / length;
        yield all(
            threads,
            length,
            (thread, buffer) ->
                System.nanoTime() < end
                    ? range(
                        keys.get(thread % keys.size()),
                        ThreadLocalRandom.current().nextLong(blocks) * length,
                        buffer)
                    : -1);
      }
      case "whole" -> {
        List<String> keys = Arrays.asList(words).subList(2, words.length);
        AtomicInteger next = new AtomicInteger();
        yield all(
            threads,
            1 << 20,
            (thread, buffer) -> {
              int i = next.getAndIncrement();
              return i < keys.size() ? get(keys.get(i), GetOptions.ALL, buffer) : -1;
            });
      }
      case "list" -> list(words[1]);
      case "put" -> {
        int length = Integer.parseInt(words[2]);
        int count = Integer.parseInt(words[3]);
        AtomicInteger next = new AtomicInteger();
        yield all(
            threads,
            length,
            (thread, buffer) -> {
              int i = next.getAndIncrement();
              return i < count ? put(words[4] + i, buffer.clear()) : -1;
            });
      }
      case "upload" -> {
        List<String> keys = Arrays.asList(words).subList(4, words.length);
        yield upload(threads, Integer.parseInt(words[2]), Long.parseLong(words[3]), keys);
      }
      default -> throw new IllegalArgumentException(words[0]);
    };
  }

  private interface Step {
    /** Does one request; -1 when there is nothing left to do, else the bytes. */
    long next(int thread, ByteBuffer buffer) throws IOException;
  }

  private static Figures all(int threads, int length, Step step)
      throws InterruptedException, ExecutionException {
    long start = System.nanoTime();
    try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Figures>> running = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        int thread = i;
        running.add(executor.submit(() -> one(thread, ByteBuffer.allocateDirect(length), step)));
      }
      long bytes = 0;
      List<Double> each = new ArrayList<>();
      for (Future<Figures> one : running) {
        bytes += one.get().bytes();
        each.addAll(one.get().each());
      }
      return new Figures((System.nanoTime() - start) / 1e9, bytes, each);
    }
  }

  private static Figures one(int thread, ByteBuffer buffer, Step step) throws IOException {
    List<Double> each = new ArrayList<>();
    long bytes = 0;
    while (true) {
      long start = System.nanoTime();
      long count = step.next(thread, buffer);
      if (count < 0) {
        return new Figures(0, bytes, each);
      }
      bytes += count;
      each.add((System.nanoTime() - start) / 1e9);
    }
  }

  private long range(String key, long offset, ByteBuffer buffer) {
    return get(key, GetOptions.ALL.withRange(new ByteRange(offset, buffer.capacity())), buffer);
  }

  private long get(String key, GetOptions options, ByteBuffer buffer) {
    long bytes = 0;
    try (ObjectReader reader = store.get(key, options)) {
      for (int count = 0; count >= 0; count = reader.read(buffer.clear())) {
        bytes += count;
      }
    }
    return bytes;
  }

  private long put(String key, ByteBuffer content) {
    store.put(key, Content.of(content), PutOptions.DEFAULT);
    return content.remaining();
  }

  private Figures upload(int threads, int length, long bytes, List<String> keys)
      throws InterruptedException, ExecutionException {
    long start = System.nanoTime();
    int each = (int) (bytes / length);
    List<Upload> uploads =
        keys.stream().map(key -> store.uploads().start(key, PutOptions.DEFAULT)).toList();
    Part[][] parts = new Part[keys.size()][each];
    AtomicInteger next = new AtomicInteger();
    Figures sent =
        all(
            threads,
            length,
            (thread, buffer) -> {
              int i = next.getAndIncrement();
              if (i >= each * keys.size()) {
                return -1;
              }
              int upload = i % keys.size();
              int number = i / keys.size();
              parts[upload][number] =
                  store.uploads().send(uploads.get(upload), number + 1, Content.of(buffer.clear()));
              return length;
            });
    for (int i = 0; i < uploads.size(); i++) {
      store.uploads().complete(uploads.get(i), List.of(parts[i]), Condition.always());
    }
    return new Figures((System.nanoTime() - start) / 1e9, sent.bytes(), sent.each());
  }

  private Figures list(String prefix) {
    long start = System.nanoTime();
    Optional<String> token = Optional.empty();
    long names = 0;
    do {
      Page<ListedEntry> page = store.list(ListOptions.prefix(prefix), token);
      names += page.items().size();
      token = page.next();
    } while (token.isPresent());
    return new Figures((System.nanoTime() - start) / 1e9, names, List.of());
  }
}
