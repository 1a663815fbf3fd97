package io.windlass.fs.staging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.windlass.backend.Backend;
import io.windlass.backend.BucketSettings;
import io.windlass.error.DriverException;
import io.windlass.fs.read.ReadEngine;
import io.windlass.fs.read.ReadSettings;
import io.windlass.fs.upload.PublishToken;
import io.windlass.object.ObjectId;
import io.windlass.object.ObjectInfo;
import io.windlass.object.ObjectProperties;
import io.windlass.object.ObjectReader;
import io.windlass.secret.Keyring;
import io.windlass.store.GetOptions;
import io.windlass.store.ListOptions;
import io.windlass.store.ListedEntry;
import io.windlass.store.ObjectStore;
import io.windlass.store.s3.MinioBackends;
import io.windlass.testing.BothForms;
import io.windlass.testing.MinioServer;
import io.windlass.testing.Programs;
import io.windlass.testing.RealServer;
import io.windlass.testing.TestForm;
import io.windlass.testing.UniqueName;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Staging and publishing over a real server, by processes that are killed. */
@RealServer(MinioServer.class)
class MinioStagingTest {
  private static final int ROUNDS = TestForm.amount("windlass.kill.rounds", 1, 5);
  private static final int MIB = 1 << 20;

  private final MinioServer server;
  private final String bucket = UniqueName.of("staging");
  private final ReadEngine engine =
      new ReadEngine(ReadSettings.DEFAULT.withMemory(32 << 20), Optional.empty());

  @TempDir Path directory;
  private Backend backend;
  private ObjectStore store;

  MinioStagingTest(MinioServer server) {
    this.server = server;
  }

  @BeforeEach
  void open() {
    Keyring keyring = Keyring.parse(Keyring.generate());
    backend = MinioBackends.open(server, directory.resolve("secret"), () -> keyring);
    backend.buckets().create(bucket, BucketSettings.DEFAULT);
    store = backend.objects(bucket);
  }

  @AfterEach
  void close() {
    engine.close();
    List<ListedEntry> left = store.list(ListOptions.prefix(""), Optional.empty()).items();
    if (!left.isEmpty()) {
      store.deleteAll(left.stream().map(entry -> ObjectId.of(entry.key())).toList());
    }
    backend.buckets().delete(bucket);
    backend.close();
  }

  private Staging staging() {
    return WriterProcess.open(directory, backend, bucket, engine);
  }

  private static byte[] bytes(int length, long seed) {
    byte[] bytes = new byte[length];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }

  @Test
  void aLargeFileIsWrittenAndThenChangedInPlaces() {
    byte[] content = bytes(40 * MIB, 1);
    try (Staging staging = staging()) {
      StagedFile file =
          staging.create(
              WriterProcess.id(0),
              "large",
              Map.of("mode", "1"),
              ObjectProperties.NONE,
              Workbench.NOW);
      for (int at = 0; at < content.length; at += MIB) {
        Workbench.write(file, at, Arrays.copyOfRange(content, at, at + MIB));
      }
      file.publish();
      assertThat(Arrays.equals(stored("large"), content)).isTrue();
      byte[] change = bytes(10, 2);
      for (int at : List.of(3, 22 * MIB + 17, 40 * MIB - 10)) {
        Workbench.write(file, at, change);
        System.arraycopy(change, 0, content, at, change.length);
      }
      file.describe(Map.of("mode", "2"), Workbench.NOW);
      file.dropClean();
      file.publish();
      assertThat(Arrays.equals(stored("large"), content)).isTrue();
      file.describe(Map.of("mode", "3"), Workbench.NOW);
      file.publish();
      ObjectInfo info = store.head("large");
      assertThat(PublishToken.unmarked(info.metadata())).isEqualTo(Map.of("mode", "3"));
      file.truncate(23 * MIB, Workbench.NOW);
      file.truncate(30 * MIB, Workbench.NOW);
      file.publish();
      byte[] cut = Arrays.copyOf(Arrays.copyOf(content, 23 * MIB), 30 * MIB);
      assertThat(Arrays.equals(stored("large"), cut)).isTrue();
      file.discard();
      nothingIsLeft("large");
    }
  }

  @Test
  @BothForms
  void whatWasAcknowledgedOutlivesTheProcess() throws Exception {
    byte[][] models = new byte[WriterStep.FILES][0];
    byte[][] published = new byte[WriterStep.FILES][];
    long base = TestForm.seed("windlass.kill.seed", 1);
    for (int round = 0; round < ROUNDS; round++) {
      long seed = base + round;
      kill(seed);
      ByteBuffer steps = ByteBuffer.wrap(Files.readAllBytes(directory.resolve("steps")));
      check(models, published, seed, steps.getInt(0), steps.getInt(4));
      Files.delete(directory.resolve("steps"));
    }
    try (Staging staging = staging()) {
      for (StagedFile file : WriterProcess.files(staging)) {
        file.publish();
        byte[] model = models[(int) file.id().node()];
        assertThat(Arrays.equals(stored(file.key()), model)).isTrue();
        file.discard();
        nothingIsLeft(file.key());
      }
    }
  }

  /** Compares what the next process finds with what the steps of the killed one make. */
  private void check(byte[][] models, byte[][] published, long seed, int begun, int done) {
    assertThat(done).isPositive().isBetween(begun - 1, begun);
    Random random = new Random(seed);
    int[] sizes = Arrays.stream(models).mapToInt(model -> model.length).toArray();
    Optional<WriterStep> last = Optional.empty();
    for (int step = 1; step <= begun; step++) {
      WriterStep next = WriterStep.next(random, sizes);
      sizes[next.file()] = next.size(sizes[next.file()]);
      if (step > done) {
        last = Optional.of(next);
      } else {
        models[next.file()] = next.apply(models[next.file()]);
        if (next.kind() == WriterStep.Kind.PUBLISH) {
          published[next.file()] = models[next.file()];
        }
      }
    }
    try (Staging staging = staging()) {
      for (StagedFile file : WriterProcess.files(staging)) {
        int number = (int) file.id().node();
        String what = "seed %d, file %d, step %d of %d".formatted(seed, number, done, begun);
        Optional<WriterStep> cutOff = last.filter(step -> step.file() == number);
        byte[] found = content(file);
        checkBytes(what, found, models[number], cutOff);
        checkBucket(what, file.key(), published[number], models[number], cutOff);
        models[number] = found;
        if (random.nextBoolean()) {
          file.publish();
          published[number] = found;
          assertThat(Arrays.equals(stored(file.key()), found)).as(what).isTrue();
        }
      }
    }
  }

  private static void checkBytes(
      String what, byte[] found, byte[] model, Optional<WriterStep> cutOff) {
    byte[] after = cutOff.map(step -> step.apply(model)).orElse(model);
    assertThat(found.length).as(what).isIn(model.length, after.length);
    for (int at = 0; at < found.length; at++) {
      boolean before = at < model.length && found[at] == model[at];
      if (!before && (at >= after.length || found[at] != after[at])) {
        throw new AssertionError("%s: byte %d is another".formatted(what, at));
      }
    }
  }

  /** Only what was published whole is ever in the bucket, and nothing older than acknowledged. */
  private void checkBucket(
      String what, String key, byte[] published, byte[] model, Optional<WriterStep> cutOff) {
    Optional<byte[]> there = find(key);
    boolean old = published == null ? there.isEmpty() : same(there, published);
    boolean publishing = cutOff.filter(step -> step.kind() == WriterStep.Kind.PUBLISH).isPresent();
    assertThat(old || (publishing && same(there, model))).as(what).isTrue();
  }

  private static boolean same(Optional<byte[]> there, byte[] content) {
    return there.filter(found -> Arrays.equals(found, content)).isPresent();
  }

  private static byte[] content(StagedFile file) {
    byte[] content = new byte[(int) file.view().size()];
    for (int at = 0; at < content.length; at += MIB) {
      byte[] read = Workbench.read(file, at, MIB);
      System.arraycopy(read, 0, content, at, read.length);
    }
    return content;
  }

  private void kill(long seed) throws Exception {
    List<String> command = new ArrayList<>();
    command.add("java");
    command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx256m"));
    command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-cp"));
    command.addAll(List.of(System.getProperty("java.class.path"), WriterProcess.class.getName()));
    command.addAll(
        List.of(directory.toString(), bucket, Long.toString(seed), server.endpoint().toString()));
    Path output = directory.resolve("output");
    Process process =
        Programs.process(command).redirectErrorStream(true).redirectOutput(output.toFile()).start();
    try {
      int wanted = 5 + new Random(seed).nextInt(200);
      await()
          .pollInterval(1, TimeUnit.MILLISECONDS)
          .until(() -> {
            assertThat(process.isAlive()).as("%s", Files.readString(output)).isTrue();
            return steps() > wanted;
          });
    } finally {
      process.destroyForcibly();
      process.waitFor();
    }
  }

  private int steps() throws IOException {
    Path steps = directory.resolve("steps");
    return Files.exists(steps) && Files.size(steps) == 8
        ? ByteBuffer.wrap(Files.readAllBytes(steps)).getInt(4)
        : 0;
  }

  private byte[] stored(String key) {
    return find(key).orElseThrow();
  }

  private Optional<byte[]> find(String key) {
    try (ObjectReader reader = store.get(key, GetOptions.ALL)) {
      return Optional.of(reader.readAll(64 * MIB));
    } catch (DriverException.NotFound e) {
      return Optional.empty();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private void nothingIsLeft(String key) {
    await()
        .untilAsserted(
            () -> assertThat(store.uploads().list(key, Optional.empty()).items()).isEmpty());
    await()
        .untilAsserted(() -> {
          try (Stream<Path> files = Files.list(directory.resolve("staging"))) {
            assertThat(files.filter(file -> !file.toString().endsWith(".log")))
                .noneMatch(file -> file.toString().endsWith(".note"));
          }
        });
  }
}
