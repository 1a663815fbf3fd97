package io.windlass.store.s3.object;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import io.windlass.error.DriverException;
import io.windlass.object.ByteRange;
import io.windlass.object.Condition;
import io.windlass.object.Content;
import io.windlass.object.ObjectReader;
import io.windlass.operation.Deadline;
import io.windlass.store.CopyOptions;
import io.windlass.store.CopySource;
import io.windlass.store.GetOptions;
import io.windlass.store.ListOptions;
import io.windlass.store.ObjectStore;
import io.windlass.store.ObjectVersions;
import io.windlass.store.Page;
import io.windlass.store.Part;
import io.windlass.store.PutOptions;
import io.windlass.store.RangeCopies;
import io.windlass.store.Upload;
import io.windlass.testing.proxy.ScriptedServer;
import io.windlass.testing.proxy.ScriptedServer.Answer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.checksums.DefaultChecksumAlgorithm;
import software.amazon.awssdk.checksums.SdkChecksum;
import software.amazon.awssdk.services.s3.model.ChecksumAlgorithm;

/**
 * Servers that lie, stall, hang up or stop in the middle. What is shown to fail for want of time
 * has so little that it always does; all else has much, and the limit of the class ends what would
 * hang.
 */
@Timeout(300)
class BrokenServerTest {
  private static final byte[] CONTENT = "0123456789".repeat(1000).getBytes(StandardCharsets.UTF_8);
  private static final Duration SHORT = Duration.ofMillis(100);

  @Test
  void aWholeObjectIsComparedWithItsChecksum() throws IOException {
    try (ScriptedServer server = new ScriptedServer(object(crc(CONTENT)));
        S3Granted open = S3Granted.open(server);
        ObjectReader reader = open.objects().get("key", GetOptions.ALL)) {
      assertThat(reader.readAll(CONTENT.length)).isEqualTo(CONTENT);
      assertThat(asked(server, "x-amz-checksum-mode")).isEqualTo("ENABLED");
    }
  }

  @Test
  void damagedBytesAreNeverCompleteNotEvenForOneWhoReadsToTheSizeOnly() throws IOException {
    try (ScriptedServer server =
            new ScriptedServer(object(crc("other".getBytes(StandardCharsets.UTF_8))));
        S3Granted open = S3Granted.open(server)) {
      for (ByteBuffer into :
          new ByteBuffer[] {
            ByteBuffer.allocate(CONTENT.length), ByteBuffer.allocateDirect(CONTENT.length)
          }) {
        try (ObjectReader reader = open.objects().get("key", GetOptions.ALL)) {
          assertThatExceptionOfType(DriverException.Unavailable.class)
              .isThrownBy(() -> reader.readFully(into))
              .withMessageContaining("checksum");
          assertThat(into.hasRemaining()).as("the last bytes are held back").isTrue();
        }
      }
    }
  }

  /** A checksum that cannot be computed here is none, and no reason to fail. */
  @ParameterizedTest
  @MethodSource("checksums")
  void anObjectWithAnyChecksumOfTheSdkIsRead(String header) throws IOException {
    boolean known = !header.contains("xxhash");
    try (ScriptedServer server =
            new ScriptedServer(object(header, known ? checksum(header) : "AAAAAAAAAAA="));
        S3Granted open = S3Granted.open(server);
        ObjectReader reader = open.objects().get("key", GetOptions.ALL)) {
      assertThat(reader.readAll(CONTENT.length)).isEqualTo(CONTENT);
    }
    try (ScriptedServer server = new ScriptedServer(object(header, "AAAAAAAAAAA="));
        S3Granted open = S3Granted.open(server);
        ObjectReader reader = open.objects().get("key", GetOptions.ALL)) {
      Throwable thrown = catchThrowable(() -> reader.readAll(CONTENT.length));
      assertThat(thrown instanceof DriverException.Unavailable).as(header).isEqualTo(known);
    }
  }

  /** The newest SDK's own list. */
  static Stream<String> checksums() {
    return ChecksumAlgorithm.knownValues().stream()
        .map(each -> "x-amz-checksum-" + each.toString().toLowerCase(Locale.ROOT));
  }

  private static String checksum(String header) {
    SdkChecksum sum =
        header.endsWith("crc64nvme")
            ? new Crc64Nvme()
            : SdkChecksum.forAlgorithm(
                DefaultChecksumAlgorithm.fromValue(
                    header.substring("x-amz-checksum-".length()).toUpperCase(Locale.ROOT)));
    sum.update(CONTENT);
    return Base64.getEncoder().encodeToString(sum.getChecksumBytes());
  }

  @Test
  void aRangeIsNotComparedWithTheChecksumOfTheWhole() throws IOException {
    Answer part =
        exchange -> {
          exchange.getResponseHeaders().add("ETag", "\"e\"");
          exchange.getResponseHeaders().add("x-amz-checksum-crc32", crc(CONTENT));
          exchange.getResponseHeaders().add("Content-Range", "bytes 0-9/" + CONTENT.length);
          exchange.sendResponseHeaders(206, 10);
          exchange.getResponseBody().write(CONTENT, 0, 10);
        };
    try (ScriptedServer server = new ScriptedServer(part);
        S3Granted open = S3Granted.open(server);
        ObjectReader reader =
            open.objects().get("key", GetOptions.ALL.withRange(new ByteRange(0, 10)))) {
      assertThat(reader.info().size()).isEqualTo(CONTENT.length);
      assertThat(reader.readAll(10)).hasSize(10);
    }
  }

  /** As a look-up reads the beginning of an object that may be short. */
  @Test
  void aRangeThatIsTheWholeIsComparedWithItsChecksum() throws IOException {
    Answer whole =
        exchange -> {
          exchange.getResponseHeaders().add("ETag", "\"e\"");
          exchange.getResponseHeaders().add("x-amz-checksum-crc32", crc(new byte[1]));
          exchange
              .getResponseHeaders()
              .add("Content-Range", "bytes 0-%d/%d".formatted(CONTENT.length - 1, CONTENT.length));
          exchange.sendResponseHeaders(206, CONTENT.length);
          exchange.getResponseBody().write(CONTENT);
        };
    try (ScriptedServer server = new ScriptedServer(whole);
        S3Granted open = S3Granted.open(server);
        ObjectReader reader =
            open.objects().get("key", GetOptions.ALL.withRange(new ByteRange(0, 1 << 20)))) {
      assertThatExceptionOfType(DriverException.Unavailable.class)
          .isThrownBy(() -> reader.readAll(CONTENT.length))
          .withMessageContaining("checksum");
      assertThat(asked(server, "x-amz-checksum-mode")).isEqualTo("ENABLED");
    }
  }

  @Test
  void bytesThatWereNotAskedForAreRefused() throws IOException {
    Answer elsewhere =
        exchange -> {
          exchange.getResponseHeaders().add("ETag", "\"e\"");
          exchange.getResponseHeaders().add("Content-Range", "bytes 1-10/" + CONTENT.length);
          exchange.sendResponseHeaders(206, 10);
          exchange.getResponseBody().write(CONTENT, 1, 10);
        };
    for (Answer answer : List.of(elsewhere, object(crc(CONTENT)))) {
      try (ScriptedServer server = new ScriptedServer(answer);
          S3Granted open = S3Granted.open(server)) {
        assertThatExceptionOfType(DriverException.Unavailable.class)
            .isThrownBy(
                () -> open.objects().get("key", GetOptions.ALL.withRange(new ByteRange(0, 10))))
            .withMessageContaining("not requested");
      }
    }
  }

  /** As gateways send it that want a password: the status says that all is well. */
  @Test
  void aPageForBrowsersIsNoAnswer() throws IOException {
    Answer page =
        exchange -> {
          byte[] body = "<html><body>Log in</body></html>".getBytes(StandardCharsets.UTF_8);
          exchange.getResponseHeaders().add("Content-Type", "text/html");
          boolean head = exchange.getRequestMethod().equals("HEAD");
          exchange.sendResponseHeaders(200, head ? -1 : body.length);
          if (!head) {
            exchange.getResponseBody().write(body);
          }
        };
    try (ScriptedServer server = new ScriptedServer(page);
        S3Granted open = S3Granted.open(server)) {
      ObjectStore objects = open.objects();
      for (ThrowingCallable call :
          List.<ThrowingCallable>of(
              () -> objects.head("key"),
              () -> objects.get("key", GetOptions.ALL),
              () -> objects.list(ListOptions.prefix(""), Optional.empty()),
              () -> objects.put("key", Content.of(CONTENT), PutOptions.DEFAULT))) {
        assertThatExceptionOfType(DriverException.Unavailable.class).isThrownBy(call);
      }
    }
  }

  /** Of a gateway that loses the query, say: callers rename and delete what is listed. */
  @Test
  void keysOutsideThePrefixAreNoAnswer() throws IOException {
    String key = "<Key>a/1</Key><LastModified>2026-01-01T00:00:00Z</LastModified><Size>1</Size>";
    String whole =
        "<Answer><IsTruncated>false</IsTruncated><Contents>"
            + key
            + "</Contents><Version>"
            + key
            + "<VersionId>1</VersionId><IsLatest>true</IsLatest></Version></Answer>";
    try (ScriptedServer server = new ScriptedServer(ScriptedServer.text(whole));
        S3Granted open = S3Granted.open(server)) {
      ObjectStore objects = open.objects();
      ObjectVersions versions = objects.versions().orElseThrow();
      assertThat(objects.list(ListOptions.prefix("a/"), Optional.empty()).items()).hasSize(1);
      assertThat(versions.list("a/", Optional.empty()).items()).hasSize(1);
      for (ThrowingCallable call :
          List.<ThrowingCallable>of(
              () -> objects.list(ListOptions.prefix("a/1/2"), Optional.empty()),
              () -> versions.list("b/", Optional.empty()))) {
        assertThatExceptionOfType(DriverException.Unexpected.class)
            .isThrownBy(call)
            .withMessageContaining("bucket: the server answered with a key that does not begin");
      }
    }
  }

  /** JuiceFS' gateway cuts a page of versions so; others repeat one. */
  @Test
  void aPageThatDoesNotLeadOnIsNoAnswer() throws IOException {
    String cut = "<Answer><IsTruncated>true</IsTruncated>%s</Answer>";
    try (ScriptedServer server = new ScriptedServer(ScriptedServer.text(cut.formatted("")));
        S3Granted open = S3Granted.open(server)) {
      assertThatExceptionOfType(DriverException.class)
          .isThrownBy(() -> open.objects().versions().orElseThrow().list("", Optional.empty()))
          .withMessageContaining("does not say where the next one begins");
    }
    String again =
        cut.formatted(
            "<NextContinuationToken>t</NextContinuationToken><NextKeyMarker>k</NextKeyMarker>"
                + "<NextUploadIdMarker>i</NextUploadIdMarker>"
                + "<NextVersionIdMarker>i</NextVersionIdMarker>");
    try (ScriptedServer server = new ScriptedServer(ScriptedServer.text(again));
        S3Granted open = S3Granted.open(server)) {
      ObjectStore objects = open.objects();
      for (Function<Optional<String>, Page<?>> list :
          List.<Function<Optional<String>, Page<?>>>of(
              token -> objects.list(ListOptions.prefix(""), token),
              token -> objects.versions().orElseThrow().list("", token),
              token -> objects.uploads().list("", token))) {
        Optional<String> next = list.apply(Optional.empty()).next();
        assertThatExceptionOfType(DriverException.class)
            .isThrownBy(() -> list.apply(next))
            .withMessageContaining("goes on where it began");
      }
    }
  }

  /** As gateways send it that do not know the server any more, or not this request. */
  @Test
  void thatAGatewayFindsNothingSaysNothingOfTheObject() throws IOException {
    for (int status : List.of(400, 404, 410)) {
      try (ScriptedServer server = new ScriptedServer(page(status));
          S3Granted open = S3Granted.open(server)) {
        ObjectStore objects = open.objects();
        for (ThrowingCallable call :
            List.<ThrowingCallable>of(
                () -> objects.head("key"),
                () -> objects.get("key", GetOptions.ALL),
                () -> objects.list(ListOptions.prefix(""), Optional.empty()),
                () -> objects.put("key", Content.of(CONTENT), PutOptions.DEFAULT),
                () -> objects.delete("key", Condition.always()))) {
          assertThat(catchThrowable(call))
              .isInstanceOf(DriverException.class)
              .isNotInstanceOfAny(DriverException.NotFound.class, DriverException.InvalidKey.class);
        }
      }
    }
  }

  private static Answer page(int status) {
    return exchange -> {
      byte[] body = "<html><body>What?</body></html>".getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().add("Content-Type", "text/html");
      boolean head = exchange.getRequestMethod().equals("HEAD");
      exchange.sendResponseHeaders(status, head ? -1 : body.length);
      if (!head) {
        exchange.getResponseBody().write(body);
      }
    };
  }

  /** The answer to a HEAD has no body, and so no code, unless the server is MinIO. */
  @Test
  void whatAHeadDoesNotFindMayBeTheBucket() throws IOException {
    Answer gone =
        exchange -> {
          if (exchange.getRequestMethod().equals("HEAD")) {
            exchange.sendResponseHeaders(404, -1);
          } else {
            ScriptedServer.error(404, "NoSuchBucket").send(exchange);
          }
        };
    try (ScriptedServer server = new ScriptedServer(gone);
        S3Granted open = S3Granted.open(server)) {
      assertThatExceptionOfType(DriverException.NoSuchBucket.class)
          .isThrownBy(() -> open.objects().head("key"));
    }
  }

  @Test
  void aBodyThatEndsEarlyIsNoBody() throws IOException {
    Answer half =
        exchange -> {
          exchange.getResponseHeaders().add("ETag", "\"e\"");
          exchange.sendResponseHeaders(200, CONTENT.length);
          exchange.getResponseBody().write(CONTENT, 0, CONTENT.length / 2);
          exchange.getResponseBody().flush();
        };
    try (ScriptedServer server = new ScriptedServer(half);
        S3Granted open = S3Granted.open(server);
        ObjectReader reader = open.objects().get("key", GetOptions.ALL)) {
      assertThatExceptionOfType(DriverException.Unavailable.class)
          .isThrownBy(() -> reader.readFully(ByteBuffer.allocate(CONTENT.length)));
    }
  }

  @Test
  void aBodyThatStallsIsGivenUp() throws IOException {
    Answer stalling =
        exchange -> {
          begin(exchange);
          ScriptedServer.silence().send(exchange);
        };
    try (ScriptedServer server = new ScriptedServer(stalling)) {
      Duration limit = SHORT;
      while (!isGivenUp(server, limit)) {
        limit = limit.multipliedBy(2);
      }
    }
  }

  /** False where not even the answer began in this time. */
  private static boolean isGivenUp(ScriptedServer server, Duration limit) {
    try (S3Granted open = S3Granted.open(server, limit, limit)) {
      Optional<ObjectReader> begun = begun(() -> open.objects().get("key", GetOptions.ALL));
      begun.ifPresent(reader ->
          assertThatExceptionOfType(DriverException.Unavailable.class)
              .isThrownBy(() -> reader.readFully(ByteBuffer.allocate(CONTENT.length))));
      begun.ifPresent(ObjectReader::close);
      return begun.isPresent();
    }
  }

  private static Optional<ObjectReader> begun(Supplier<ObjectReader> get) {
    try {
      return Optional.of(get.get());
    } catch (DriverException.Unavailable e) {
      return Optional.empty();
    }
  }

  /** The time of the call is over long before the body is. */
  @Test
  void aBodyThatFlowsSlowlyIsNotCutOff() throws IOException {
    CountDownLatch over = new CountDownLatch(1);
    Answer slow =
        exchange -> {
          begin(exchange);
          over.await();
          exchange.getResponseBody().write(CONTENT, 100, CONTENT.length - 100);
        };
    try (ScriptedServer server = new ScriptedServer(slow);
        S3Granted open = S3Granted.open(server)) {
      Deadline call = Deadline.after(SHORT);
      Optional<ObjectReader> begun = get(open, call);
      for (Duration limit = SHORT; begun.isEmpty(); limit = limit.multipliedBy(2)) {
        call = Deadline.after(limit);
        begun = get(open, call);
      }
      await().until(call::isOver);
      over.countDown();
      try (ObjectReader reader = begun.get()) {
        assertThat(reader.readAll(CONTENT.length)).isEqualTo(CONTENT);
      }
    }
  }

  private static Optional<ObjectReader> get(S3Granted open, Deadline call) {
    return begun(() -> call.limit(() -> open.objects().get("key", GetOptions.ALL)));
  }

  /** An answer of which the first bytes come. */
  private static void begin(HttpExchange exchange) throws IOException {
    exchange.getResponseHeaders().add("ETag", "\"e\"");
    exchange.sendResponseHeaders(200, CONTENT.length);
    exchange.getResponseBody().write(CONTENT, 0, 100);
    exchange.getResponseBody().flush();
  }

  @Test
  void silenceIsUnavailableAndLeavesTheThreadUninterrupted() throws Exception {
    try (ScriptedServer server = new ScriptedServer(ScriptedServer.silence());
        S3Granted open = S3Granted.open(server, SHORT, SHORT.dividedBy(2))) {
      CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
      Thread.ofVirtual()
          .start(() -> {
            Throwable thrown = catchThrowable(() -> open.objects().head("key"));
            interrupted.complete(
                !(thrown instanceof DriverException.Unavailable)
                    || Thread.currentThread().isInterrupted());
          });
      assertThat(interrupted.get()).isFalse();
    }
  }

  @Test
  void aServerThatIsGoneIsUnavailable() throws IOException {
    S3Granted open;
    try (ScriptedServer server = new ScriptedServer(ScriptedServer.done())) {
      open = S3Granted.open(server);
    }
    try (open) {
      assertThatExceptionOfType(DriverException.Unavailable.class)
          .isThrownBy(() -> open.objects().head("key"));
    }
  }

  /** Time in which this process cannot run is none of the server's. */
  @Test
  void aServerIsSilentByTheClockOfTheOperation() throws Exception {
    AtomicLong clock = new AtomicLong();
    CountDownLatch late = new CountDownLatch(1);
    Answer answer =
        exchange -> {
          late.await();
          object(crc(CONTENT)).send(exchange);
        };
    try (ScriptedServer server = new ScriptedServer(answer, ScriptedServer.silence());
        S3Granted open = S3Granted.open(server)) {
      CompletableFuture<Throwable> stood = get(open, clock);
      await().until(Deadline.after(SHORT.multipliedBy(5))::isOver);
      assertThat(stood).isNotDone();
      late.countDown();
      assertThat(stood.get()).isNull();
      CompletableFuture<Throwable> ran = get(open, clock);
      await().until(() -> server.requests().size() >= 2);
      clock.addAndGet(SHORT.toNanos());
      assertThat(ran.get()).isInstanceOf(DriverException.Unavailable.class);
    }
  }

  /** How it ends, in a short time by this clock. */
  private static CompletableFuture<Throwable> get(S3Granted open, AtomicLong clock) {
    CompletableFuture<Throwable> end = new CompletableFuture<>();
    Deadline operation = Deadline.after(SHORT, clock::get);
    Thread.ofVirtual()
        .start(() ->
            end.complete(
                operation.limit(() ->
                    catchThrowable(() -> open.objects().get("key", GetOptions.ALL).close()))));
    return end;
  }

  @Test
  void whileTheServerCopiesTheOperationIsNotOver() throws IOException {
    AtomicLong clock = new AtomicLong();
    Deadline operation = Deadline.after(Duration.ofSeconds(10), clock::get);
    List<Boolean> over = new CopyOnWriteArrayList<>();
    Answer copied =
        exchange -> {
          clock.addAndGet(Duration.ofSeconds(60).toNanos());
          over.add(operation.isOver());
          ScriptedServer.text("<CopyPartResult><ETag>e</ETag></CopyPartResult>").send(exchange);
        };
    try (ScriptedServer server = new ScriptedServer(copied);
        S3Granted open = S3Granted.open(server)) {
      RangeCopies copies = open.objects().rangeCopies().orElseThrow();
      Upload upload = new Upload("key", "u", Optional.empty());
      CopySource source = CopySource.of("bucket", "source");
      Part part =
          operation.limit(() -> copies.copy(upload, 1, source, new ByteRange(0, 512 << 20)));
      assertThat(part.number()).isOne();
    }
    assertThat(over).containsExactly(false);
    assertThat(operation.left()).as("as before the copy").isEqualTo(Duration.ofSeconds(10));
  }

  /** Also with a request that carries something, which else has more time than others. */
  @Test
  void theRequestsOfAnOperationShareItsTime() throws IOException {
    Upload upload = new Upload("key", "u", Optional.empty());
    try (ScriptedServer server = new ScriptedServer(ScriptedServer.silence());
        S3Granted open = S3Granted.open(server)) {
      List<Throwable> thrown =
          Deadline.after(SHORT)
              .limit(() ->
                  List.of(
                      catchThrowable(() -> open.objects().head("key")),
                      catchThrowable(() -> open.objects().delete("key", Condition.always())),
                      catchThrowable(
                          () -> open.objects().put("key", Content.of(CONTENT), PutOptions.DEFAULT)),
                      catchThrowable(() -> open.objects().uploads().abort(upload))));
      assertThat(thrown).hasOnlyElementsOfType(DriverException.Unavailable.class);
      // The others came too late to be sent.
      assertThat(server.requests()).hasSizeLessThanOrEqualTo(1);
    }
  }

  @Test
  void anInterruptEndsACallAndIsKept() throws Exception {
    try (ScriptedServer server = new ScriptedServer(ScriptedServer.silence());
        S3Granted open = S3Granted.open(server)) {
      CompletableFuture<Boolean> kept = new CompletableFuture<>();
      Thread caller =
          Thread.ofVirtual()
              .start(() -> {
                Throwable thrown = catchThrowable(() -> open.objects().head("key"));
                kept.complete(
                    thrown instanceof DriverException.Unavailable
                        && Thread.currentThread().isInterrupted());
              });
      await().until(() -> !server.requests().isEmpty());
      caller.interrupt();
      assertThat(kept.get()).isTrue();
    }
  }

  @Test
  void whatMayPassIsTriedAgainAFewTimes() throws IOException {
    try (ScriptedServer server =
            new ScriptedServer(
                ScriptedServer.error(503, "SlowDown"),
                ScriptedServer.hangUp(),
                object(crc(CONTENT)));
        S3Granted open = S3Granted.open(server);
        ObjectReader reader = open.objects().get("key", GetOptions.ALL)) {
      assertThat(reader.readAll(CONTENT.length)).hasSize(CONTENT.length);
      assertThat(server.requests()).hasSize(3);
    }
    try (ScriptedServer server = new ScriptedServer(ScriptedServer.error(500, "InternalError"));
        S3Granted open = S3Granted.open(server)) {
      assertThatExceptionOfType(DriverException.Unavailable.class)
          .isThrownBy(() -> open.objects().head("key"));
      assertThat(server.requests()).hasSize(3);
    }
  }

  @Test
  void whatWillNotPassIsNotTriedAgain() throws IOException {
    try (ScriptedServer server = new ScriptedServer(ScriptedServer.error(403, "AccessDenied"));
        S3Granted open = S3Granted.open(server)) {
      assertThatExceptionOfType(DriverException.PermissionDenied.class)
          .isThrownBy(() -> open.objects().delete("key", Condition.always()));
      assertThat(server.requests()).hasSize(1);
    }
  }

  /** The first put was done and its answer lost; what the second one meets is the first. */
  @Test
  void aConditionalPutWhoseAnswerWasLostSaysSo() throws IOException {
    try (ScriptedServer server =
            new ScriptedServer(
                ScriptedServer.hangUp(), ScriptedServer.error(412, "PreconditionFailed"));
        S3Granted open = S3Granted.open(server)) {
      PutOptions ifAbsent = PutOptions.DEFAULT.withCondition(Condition.ifAbsent());
      assertThatExceptionOfType(DriverException.PreconditionFailed.class)
          .isThrownBy(() -> open.objects().put("key", Content.of(CONTENT), ifAbsent));
      assertThat(server.requests()).hasSize(2);
      assertThat(asked(server, "If-None-Match")).isEqualTo("*");
    }
  }

  /** So answer rclone serve s3 and gofakes3. */
  @Test
  void noUploadIsAnEmptyListing() throws IOException {
    try (ScriptedServer server = new ScriptedServer(ScriptedServer.error(404, "NoSuchUpload"));
        S3Granted open = S3Granted.open(server)) {
      assertThat(open.objects().uploads().list("", Optional.empty()).items()).isEmpty();
      assertThat(open.objects().uploads().of("key")).isEmpty();
    }
    try (ScriptedServer server = new ScriptedServer(ScriptedServer.error(404, "NoSuchBucket"));
        S3Granted open = S3Granted.open(server)) {
      assertThatExceptionOfType(DriverException.NoSuchBucket.class)
          .isThrownBy(() -> open.objects().uploads().list("", Optional.empty()));
    }
  }

  /**
   * "On a 409 failure you should retry the upload" (API_PutObject.html); that of a completion may
   * have to be begun anew (API_CompleteMultipartUpload.html). Ceph has its own name for it.
   */
  @ParameterizedTest
  @ValueSource(strings = {"ConditionalRequestConflict", "ConcurrentModification"})
  void aConflictOfRequestsSaysNothingOfTheObject(String code) throws IOException {
    Answer conflict = ScriptedServer.error(409, code);
    Answer done =
        exchange -> {
          exchange.getResponseHeaders().add("ETag", "\"e\"");
          exchange.sendResponseHeaders(200, -1);
        };
    PutOptions ifAbsent = PutOptions.DEFAULT.withCondition(Condition.ifAbsent());
    // More often than the SDK would ask.
    try (ScriptedServer server = new ScriptedServer(conflict, conflict, conflict, conflict, done);
        S3Granted open = S3Granted.open(server)) {
      assertThat(open.objects().put("key", Content.of(CONTENT), ifAbsent).revision().token())
          .isEqualTo("\"e\"");
    }
    try (ScriptedServer server =
            new ScriptedServer(conflict, ScriptedServer.error(404, "NoSuchUpload"));
        S3Granted open = S3Granted.open(server)) {
      Upload upload = new Upload("key", "u", Optional.empty());
      assertThatExceptionOfType(DriverException.Unavailable.class)
          .isThrownBy(() ->
              open.objects()
                  .uploads()
                  .complete(upload, List.of(new Part(1, "e", 1)), Condition.ifAbsent()))
          .withMessageContaining("begin it again");
    }
  }

  /** That the source is not there is not all that the caller has to know then. */
  @Test
  void aCopyWhoseUploadCannotBeAbortedSaysSo() throws IOException {
    Answer started = started("u");
    Answer seen =
        exchange -> {
          exchange.getResponseHeaders().add("ETag", "\"e\"");
          exchange.getResponseHeaders().add("Content-Length", "10");
          exchange.sendResponseHeaders(200, -1);
        };
    CopySource source = CopySource.of("bucket", "key");
    CopyOptions ifAbsent = CopyOptions.DEFAULT.withCondition(Condition.ifAbsent());
    List<Upload> told = new ArrayList<>();
    try (ScriptedServer server =
            new ScriptedServer(
                seen,
                ScriptedServer.text("<Tagging><TagSet/></Tagging>"),
                started,
                ScriptedServer.error(404, "NoSuchKey"),
                ScriptedServer.error(500, "InternalError"));
        S3Granted open = S3Granted.open(server)) {
      assertThatExceptionOfType(DriverException.Unavailable.class)
          .isThrownBy(() -> open.objects().copy(source, "copy", ifAbsent, told::add))
          .satisfies(e ->
              assertThat(e.getSuppressed()).hasOnlyElementsOfType(DriverException.NotFound.class));
      assertThat(told).containsExactly(new Upload("copy", "u", Optional.empty()));
    }
  }

  private static Answer started(String id) {
    return ScriptedServer.text(
        """
        <InitiateMultipartUploadResult><UploadId>%s</UploadId></InitiateMultipartUploadResult>\
        """
            .formatted(id));
  }

  @Test
  void anUploadOfWhichNobodyHeardIsAborted() throws IOException {
    try (ScriptedServer server =
            new ScriptedServer(
                ScriptedServer.hangUp(),
                started("heard"),
                ScriptedServer.uploads("lost", "heard"),
                ScriptedServer.done());
        S3Granted open = S3Granted.open(server)) {
      assertThat(open.objects().uploads().start("key", PutOptions.DEFAULT).state())
          .isEqualTo("heard");
      assertThat(server.requests()).hasSize(4);
      HttpExchange last = server.requests().getLast();
      assertThat(last.getRequestMethod()).isEqualTo("DELETE");
      assertThat(last.getRequestURI().getQuery()).isEqualTo("uploadId=lost");
    }
  }

  @Test
  void whereThatCannotBeDoneNoneIsStarted() throws IOException {
    try (ScriptedServer server =
            new ScriptedServer(
                ScriptedServer.hangUp(),
                started("heard"),
                ScriptedServer.error(400, "InvalidArgument"),
                ScriptedServer.done());
        S3Granted open = S3Granted.open(server)) {
      assertThatExceptionOfType(DriverException.InvalidArgument.class)
          .isThrownBy(() -> open.objects().uploads().start("key", PutOptions.DEFAULT));
      assertThat(server.requests().getLast().getRequestURI().getQuery())
          .isEqualTo("uploadId=heard");
    }
  }

  @Test
  void whoMayNotListUploadsMayStartThem() throws IOException {
    try (ScriptedServer server =
            new ScriptedServer(
                ScriptedServer.hangUp(),
                started("heard"),
                ScriptedServer.error(403, "AccessDenied"));
        S3Granted open = S3Granted.open(server)) {
      assertThat(open.objects().uploads().start("key", PutOptions.DEFAULT).state())
          .isEqualTo("heard");
    }
  }

  @Test
  void contentThatCannotBeReadIsNotTheServersFault(@TempDir Path directory) throws IOException {
    Path file = Files.writeString(directory.resolve("short"), "short");
    try (ScriptedServer server = new ScriptedServer(ScriptedServer.error(500, "InternalError"));
        S3Granted open = S3Granted.open(server);
        FileChannel channel = FileChannel.open(file)) {
      ObjectStore objects = open.objects();
      assertThatExceptionOfType(DriverException.Unexpected.class)
          .isThrownBy(() -> objects.put("key", Content.of(channel, 0, 1000), PutOptions.DEFAULT))
          .withMessageContaining("cannot be read");
    }
  }

  @Test
  void errorsSayNothingOfTheKey() throws IOException {
    try (ScriptedServer server = new ScriptedServer(ScriptedServer.error(403, "AccessDenied"));
        S3Granted open = S3Granted.open(server)) {
      Throwable thrown = catchThrowable(() -> open.objects().head("key"));
      for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
        assertThat(cause.toString()).doesNotContain("scripted-secret", "Signature=", "Credential=");
      }
    }
  }

  private static Answer object(String checksum) {
    return object("x-amz-checksum-crc32", checksum);
  }

  private static Answer object(String header, String checksum) {
    return exchange -> {
      exchange.getResponseHeaders().add("ETag", "\"e\"");
      exchange.getResponseHeaders().add(header, checksum);
      exchange.getResponseHeaders().add("x-amz-checksum-type", "FULL_OBJECT");
      exchange.sendResponseHeaders(200, CONTENT.length);
      exchange.getResponseBody().write(CONTENT);
    };
  }

  private static String crc(byte[] bytes) {
    CRC32 crc = new CRC32();
    crc.update(bytes);
    byte[] value = ByteBuffer.allocate(Integer.BYTES).putInt((int) crc.getValue()).array();
    return Base64.getEncoder().encodeToString(value);
  }

  private static @Nullable String asked(ScriptedServer server, String header) {
    HttpExchange last = server.requests().getLast();
    return last.getRequestHeaders().getFirst(header);
  }
}
