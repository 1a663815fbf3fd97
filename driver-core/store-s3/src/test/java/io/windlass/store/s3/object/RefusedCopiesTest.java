package io.windlass.store.s3.object;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.windlass.backend.Backend;
import io.windlass.backend.BucketSettings;
import io.windlass.error.DriverException;
import io.windlass.http.HttpSettings;
import io.windlass.object.ByteRange;
import io.windlass.object.Condition;
import io.windlass.object.Content;
import io.windlass.object.ObjectProperties;
import io.windlass.object.ObjectReader;
import io.windlass.object.Revision;
import io.windlass.store.CopyOptions;
import io.windlass.store.CopySource;
import io.windlass.store.GetOptions;
import io.windlass.store.ListOptions;
import io.windlass.store.ObjectStore;
import io.windlass.store.Part;
import io.windlass.store.PutOptions;
import io.windlass.store.RangeCopies;
import io.windlass.store.Upload;
import io.windlass.store.contract.CopyContract;
import io.windlass.store.contract.TestBucket;
import io.windlass.store.s3.S3Backend;
import io.windlass.store.s3.client.S3Connection;
import io.windlass.store.s3.client.S3Key;
import io.windlass.testing.MinioServer;
import io.windlass.testing.Patience;
import io.windlass.testing.RealServer;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@RealServer(MinioServer.class)
@TestInstance(Lifecycle.PER_CLASS)
@Execution(ExecutionMode.CONCURRENT)
@DisplayName("Copies on a server that refuses them, which a FAKE in front of MinIO does")
class RefusedCopiesTest implements CopyContract {
  private static final byte[] LARGE = new byte[300 << 10];

  private final MinioServer server;
  private FakeCopyless refusing;
  private S3Backend backend;

  RefusedCopiesTest(MinioServer server) {
    this.server = server;
  }

  @BeforeAll
  void open() throws IOException {
    refusing =
        new FakeCopyless(
            server, FakeCopyless.Refusal.NOT_IMPLEMENTED, FakeCopyless.Refusal.INVALID);
    backend = open(refusing);
  }

  @AfterAll
  void close() throws IOException {
    backend.close();
    refusing.close();
  }

  private S3Backend open(FakeCopyless fake) {
    return open(fake, S3Connection.DEFAULT_MAX_CONNECTIONS);
  }

  private S3Backend open(FakeCopyless fake, int connections) {
    return S3Backend.forData(
        "server",
        new S3Connection(
            fake.endpoint(),
            S3Connection.DEFAULT_REGION,
            true,
            connections,
            HttpSettings.DEFAULT.withTimeouts(Patience.LONG, Patience.LONG),
            Optional.empty(),
            false),
        () -> new S3Key(server.rootAccessKey(), server.rootSecret()));
  }

  @Override
  public Backend backend() {
    return backend;
  }

  /** What a server does not offer, it is asked for once; what it refuses now, again later. */
  @ParameterizedTest
  @EnumSource(FakeCopyless.Refusal.class)
  void aRefusalIsRememberedIfItIsOfAllCopies(FakeCopyless.Refusal refusal) throws IOException {
    try (FakeCopyless fake = new FakeCopyless(server, refusal, refusal);
        S3Backend refused = open(fake);
        TestBucket bucket = TestBucket.create(refused, BucketSettings.DEFAULT)) {
      ObjectStore objects = bucket.objects();
      Map<String, String> metadata = Map.of("uid", "7");
      Revision stale = objects.put("key", Content.of(new byte[1]), PutOptions.DEFAULT).revision();
      objects.put("key", Content.of(LARGE), PutOptions.DEFAULT.withMetadata(metadata));
      CopySource source = CopySource.of(bucket.name(), "key");
      objects.copy(source, "first", CopyOptions.DEFAULT);
      objects.copy(source, "second", CopyOptions.DEFAULT);
      int each =
          switch (refusal) {
            case NOT_IMPLEMENTED -> 1;
            case INVALID, CHANGED -> 2;
          };
      assertThat(fake.refused()).as("of the object, and of its part").isEqualTo(2 * each);

      Upload upload = objects.uploads().start("part", PutOptions.DEFAULT);
      RangeCopies ranges = objects.rangeCopies().orElseThrow();
      Part part = ranges.copy(upload, 1, source, new ByteRange(9, 1000));
      objects.uploads().complete(upload, List.of(part), Condition.ifAbsent());
      for (String copy : List.of("first", "second")) {
        assertThat(Arrays.equals(read(objects, copy), LARGE)).isTrue();
        assertThat(objects.head(copy).metadata()).isEqualTo(metadata);
      }
      assertThat(read(objects, "part")).hasSize(1000);
      assertThatExceptionOfType(DriverException.PreconditionFailed.class)
          .isThrownBy(() ->
              objects.copy(
                  source.withIfMatch(stale).withSize(LARGE.length),
                  "third",
                  CopyOptions.DEFAULT
                      .withMetadata(metadata)
                      .withProperties(ObjectProperties.NONE)));
      assertThat(objects.list(ListOptions.prefix("third"), Optional.empty()).items()).isEmpty();
    }
  }

  /** As on Ceph, which ignores the condition of a range: who reads it is told that it changed. */
  @Test
  void rangesAreSentOnTheirConditionWhereTheServerIgnoresIt() throws IOException {
    try (FakeCopyless fake =
            new FakeCopyless(server, FakeCopyless.Refusal.INVALID, FakeCopyless.Refusal.INVALID);
        S3Backend ignoring = open(fake);
        TestBucket bucket = TestBucket.create(ignoring, BucketSettings.DEFAULT)) {
      ignoring.sendRanges();
      ObjectStore objects = bucket.objects();
      Revision stale = objects.put("key", Content.of(new byte[1]), PutOptions.DEFAULT).revision();
      Revision now = objects.put("key", Content.of(LARGE), PutOptions.DEFAULT).revision();
      Upload upload = objects.uploads().start("part", PutOptions.DEFAULT);
      RangeCopies ranges = objects.rangeCopies().orElseThrow();
      CopySource source = CopySource.of(bucket.name(), "key");
      assertThatExceptionOfType(DriverException.PreconditionFailed.class)
          .isThrownBy(
              () -> ranges.copy(upload, 1, source.withIfMatch(stale), new ByteRange(9, 1000)));
      Part part = ranges.copy(upload, 1, source.withIfMatch(now), new ByteRange(9, 1000));
      objects.uploads().complete(upload, List.of(part), Condition.ifAbsent());
      assertThat(read(objects, "part")).hasSize(1000);
      assertThat(fake.refused()).as("copies that were asked for").isZero();
    }
  }

  /** Each is read while it is sent: without turns, each would wait for what another holds. */
  @Test
  void manyRangesAreSentAtOnceOverFewConnections() throws Exception {
    try (FakeCopyless fake =
            new FakeCopyless(server, FakeCopyless.Refusal.INVALID, FakeCopyless.Refusal.INVALID);
        S3Backend few = open(fake, 1);
        TestBucket bucket = TestBucket.create(few, BucketSettings.DEFAULT);
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      few.sendRanges();
      ObjectStore objects = bucket.objects();
      objects.put("key", Content.of(LARGE), PutOptions.DEFAULT);
      CopySource source = CopySource.of(bucket.name(), "key");
      Upload upload = objects.uploads().start("part", PutOptions.DEFAULT);
      RangeCopies ranges = objects.rangeCopies().orElseThrow();
      List<Callable<Part>> parts =
          IntStream.rangeClosed(1, 6)
              .<Callable<Part>>mapToObj(
                  number -> () -> ranges.copy(upload, number, source, new ByteRange(9, 200 << 10)))
              .toList();
      for (Future<Part> part : threads.invokeAll(parts)) {
        assertThat(part.get().size()).isEqualTo(200 << 10);
      }
      objects.uploads().abort(upload);
    }
  }

  private static byte[] read(ObjectStore objects, String key) throws IOException {
    try (ObjectReader reader = objects.get(key, GetOptions.ALL)) {
      return reader.readAll(LARGE.length);
    }
  }
}
