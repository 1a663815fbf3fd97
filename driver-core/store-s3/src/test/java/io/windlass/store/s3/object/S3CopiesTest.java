package io.windlass.store.s3.object;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.sun.net.httpserver.HttpExchange;
import io.windlass.error.DriverException;
import io.windlass.object.ByteRange;
import io.windlass.object.Condition;
import io.windlass.object.Content;
import io.windlass.object.ObjectProperties;
import io.windlass.object.Revision;
import io.windlass.store.CopyOptions;
import io.windlass.store.CopyResult;
import io.windlass.store.CopySource;
import io.windlass.store.MultipartUploads;
import io.windlass.store.Part;
import io.windlass.store.PutOptions;
import io.windlass.store.RangeCopies;
import io.windlass.store.RangeCopy;
import io.windlass.store.Upload;
import io.windlass.testing.proxy.ScriptedServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How many requests a copy is. */
class S3CopiesTest {
  private static final CopySource SOURCE = CopySource.of("bucket", "key");

  private static final String TAGS =
      "<Tagging><TagSet><Tag><Key>a b</Key><Value>c&amp;d</Value></Tag></TagSet></Tagging>";

  private static void answer(HttpExchange exchange) throws IOException {
    exchange.getResponseHeaders().add("ETag", "\"e\"");
    exchange.getResponseHeaders().add("x-amz-version-id", "v2");
    if (exchange.getRequestMethod().equals("HEAD")) {
      exchange.getResponseHeaders().add("Content-Length", "3");
      exchange.sendResponseHeaders(200, -1);
    } else {
      send(
          exchange,
          "<CopyObjectResult><ETag>\"c\"</ETag>"
              + "<LastModified>2026-01-01T00:00:00Z</LastModified></CopyObjectResult>");
    }
  }

  private static void send(HttpExchange exchange, String body) throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.ISO_8859_1);
    exchange.sendResponseHeaders(200, bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  private static List<String> methods(ScriptedServer server) {
    return server.requests().stream().map(HttpExchange::getRequestMethod).toList();
  }

  @Test
  void aCopyOfWhichAllIsSaidIsOneRequest() throws IOException {
    try (ScriptedServer server = new ScriptedServer(S3CopiesTest::answer);
        S3Granted open = S3Granted.open(server)) {
      CopySource known = SOURCE.withVersion("v1").withIfMatch(new Revision("\"e\"")).withSize(3);

      CopyOptions all =
          CopyOptions.DEFAULT.withMetadata(Map.of()).withProperties(ObjectProperties.NONE);

      CopyResult copy = open.objects().copy(known, "copy", all);

      assertThat(copy.revision().token()).isEqualTo("\"c\"");
      assertThat(copy.version()).contains("v2");
      assertThat(copy.lastModified()).isEqualTo(Instant.parse("2026-01-01T00:00:00Z"));
      assertThat(methods(server)).containsExactly("PUT");
      HttpExchange asked = server.requests().getFirst();
      assertThat(asked.getRequestHeaders().getFirst("x-amz-copy-source-if-match"))
          .isEqualTo("\"e\"");
      assertThat(asked.getRequestHeaders().getFirst("x-amz-copy-source"))
          .isEqualTo("bucket/key?versionId=v1");
      assertThat(asked.getRequestHeaders().getFirst("x-amz-metadata-directive"))
          .isEqualTo("REPLACE");
    }
  }

  /** No copy takes along the storage class, nor the headers where it has other metadata. */
  @Test
  void whatIsNotSaidIsLookedAtFirst() throws IOException {
    CopyOptions described = CopyOptions.DEFAULT.withMetadata(Map.of("a", "b"));
    try (ScriptedServer server = new ScriptedServer(S3CopiesTest::answer);
        S3Granted open = S3Granted.open(server)) {
      open.objects().copy(SOURCE.withSize(3), "copy", described);
      open.objects().copy(SOURCE.withSize(3), "copy", CopyOptions.DEFAULT);

      assertThat(methods(server)).containsExactly("HEAD", "PUT", "HEAD", "PUT");
      assertThat(
              server.requests().getLast().getRequestHeaders().getFirst("x-amz-metadata-directive"))
          .as("the server itself knows best")
          .isNull();
    }
  }

  /** As one copy of the whole would have them. */
  @Test
  void aCopyInPartsHasTheHeadersOfItsSource() throws IOException {
    Map<String, String> headers =
        Map.of(
            "Content-Type", "text/x-test",
            "Content-Encoding", "x-test",
            "Content-Disposition", "inline",
            "Content-Language", "de",
            "Cache-Control", "no-store",
            "Expires", "tomorrow",
            "x-amz-storage-class", "STANDARD_IA",
            "x-amz-website-redirect-location", "/there",
            "x-amz-object-lock-legal-hold", "ON",
            "x-amz-server-side-encryption", "AES256");
    try (ScriptedServer server =
            new ScriptedServer(
                exchange -> {
                  headers.forEach(exchange.getResponseHeaders()::add);
                  answer(exchange);
                },
                exchange -> send(exchange, TAGS),
                exchange ->
                    send(
                        exchange,
                        "<InitiateMultipartUploadResult><UploadId>u</UploadId>"
                            + "</InitiateMultipartUploadResult>"));
        S3Granted open = S3Granted.open(server)) {
      Upload upload =
          open.objects().uploads().startCopy("copy", SOURCE.withVersion("v1"), Map.of("a", "b"));

      assertThat(upload.state()).isEqualTo("u");
      assertThat(methods(server)).containsExactly("HEAD", "GET", "POST");
      assertThat(server.requests().getFirst().getRequestURI().getQuery()).contains("versionId=v1");
      HttpExchange asked = server.requests().getLast();
      headers.forEach((name, value) ->
          assertThat(asked.getRequestHeaders().getFirst(name)).as(name).isEqualTo(value));
      assertThat(asked.getRequestHeaders().getFirst("x-amz-meta-a")).isEqualTo("b");
      assertThat(asked.getRequestHeaders().getFirst("x-amz-tagging")).isEqualTo("a%20b=c%26d");
    }
  }

  @Test
  void aServerWithoutTagsIsAskedForThemOnce() throws IOException {
    ScriptedServer.Answer started =
        exchange ->
            send(
                exchange,
                "<InitiateMultipartUploadResult><UploadId>u</UploadId>"
                    + "</InitiateMultipartUploadResult>");
    try (ScriptedServer server =
            new ScriptedServer(
                S3CopiesTest::answer,
                ScriptedServer.error(501, "NotImplemented"),
                started,
                S3CopiesTest::answer,
                started);
        S3Granted open = S3Granted.open(server)) {
      open.objects().uploads().startCopy("copy", SOURCE, Map.of());
      open.objects().uploads().startCopy("copy", SOURCE, Map.of());

      assertThat(methods(server)).containsExactly("HEAD", "GET", "POST", "HEAD", "POST");
    }
  }

  /** As gofakes3, which sends the object itself, whatever that is. */
  @ParameterizedTest
  @ValueSource(strings = {"content", "<content/>", "", "\u00ff\u00d8\u00ff"})
  void aServerThatTakesTagsForTheObjectHasNone(String content) throws IOException {
    ScriptedServer.Answer started =
        exchange ->
            send(
                exchange,
                "<InitiateMultipartUploadResult><UploadId>u</UploadId>"
                    + "</InitiateMultipartUploadResult>");
    ScriptedServer.Answer object =
        exchange -> {
          exchange.getResponseHeaders().add("ETag", "\"e\"");
          send(exchange, content);
        };
    try (ScriptedServer server =
            new ScriptedServer(
                S3CopiesTest::answer, object, started, S3CopiesTest::answer, started);
        S3Granted open = S3Granted.open(server)) {
      open.objects().uploads().startCopy("copy", SOURCE, Map.of());
      open.objects().uploads().startCopy("copy", SOURCE, Map.of());

      assertThat(methods(server)).containsExactly("HEAD", "GET", "POST", "HEAD", "POST");
    }
  }

  /** Tags would be lost if a page of something in between were taken for none. */
  @ParameterizedTest
  @ValueSource(strings = {"content", "<content/>", ""})
  void anAnswerWithoutTagsIsNotTakenForNone(String content) throws IOException {
    try (ScriptedServer server =
            new ScriptedServer(S3CopiesTest::answer, exchange -> send(exchange, content));
        S3Granted open = S3Granted.open(server)) {
      assertThatExceptionOfType(DriverException.Unavailable.class)
          .isThrownBy(() -> open.objects().uploads().startCopy("copy", SOURCE, Map.of()))
          .withMessageContaining("read the tags");
    }
  }

  /** Of the marker of a directory, s3proxy tells none. */
  @Test
  void aMarkerWithoutAnEtagIsCopiedWithoutACondition() throws IOException {
    try (ScriptedServer server =
            new ScriptedServer(exchange -> {
              if (exchange.getRequestMethod().equals("HEAD")) {
                exchange.getResponseHeaders().add("Content-Length", "0");
                exchange.sendResponseHeaders(200, -1);
              } else {
                send(exchange, "<CopyObjectResult/>");
              }
            });
        S3Granted open = S3Granted.open(server)) {
      Revision invented = open.objects().head("a/").revision();
      open.objects()
          .copy(
              CopySource.of("bucket", "a/").withIfMatch(invented).withSize(0),
              "b/",
              CopyOptions.DEFAULT.withMetadata(Map.of()).withProperties(ObjectProperties.NONE));

      assertThat(methods(server)).containsExactly("HEAD", "HEAD", "PUT");
      for (HttpExchange asked : server.requests()) {
        assertThat(asked.getRequestHeaders())
            .doesNotContainKeys("If-match", "X-amz-copy-source-if-match");
      }
    }
  }

  /** JuiceFS' gateway copies no directory, and says that it cannot do it now. */
  @Test
  void aMarkerThatTheServerFailsToCopyIsMadeAnewAndTheNextOneAtOnce() throws IOException {
    try (ScriptedServer server =
            new ScriptedServer(exchange -> {
              if (exchange.getRequestHeaders().containsKey("x-amz-copy-source")) {
                ScriptedServer.error(500, "InternalError").send(exchange);
              } else if (exchange.getRequestURI().getQuery() != null) {
                send(exchange, TAGS);
              } else {
                exchange.getResponseHeaders().add("Content-Length", "0");
                exchange.getResponseHeaders().add("x-amz-meta-mode", "7");
                exchange.sendResponseHeaders(200, -1);
              }
            });
        S3Granted open = S3Granted.open(server)) {
      open.objects().copy(CopySource.of("bucket", "a/"), "b/", CopyOptions.DEFAULT);
      assertThat(methods(server)).containsExactly("HEAD", "PUT", "PUT", "PUT", "GET", "GET", "PUT");
      HttpExchange made = server.requests().getLast();
      assertThat(made.getRequestHeaders().getFirst("x-amz-meta-mode")).isEqualTo("7");
      assertThat(made.getRequestHeaders().getFirst("x-amz-tagging")).isEqualTo("a%20b=c%26d");

      server.requests().clear();
      open.objects().copy(CopySource.of("bucket", "a/"), "c/", CopyOptions.DEFAULT);
      assertThat(methods(server)).containsExactly("HEAD", "GET", "GET", "PUT");

      server.requests().clear();
      assertThatExceptionOfType(DriverException.Unavailable.class)
          .isThrownBy(
              () -> open.objects().copy(CopySource.of("bucket", "a"), "b", CopyOptions.DEFAULT));
    }
  }

  /** A server that ignores the condition of a copy may ignore that of a GET, too. */
  @Test
  void aRangeOfAnotherStateIsNotSent() throws IOException {
    try (ScriptedServer server =
            new ScriptedServer(exchange -> {
              exchange.getResponseHeaders().add("ETag", "\"new\"");
              if (exchange.getRequestMethod().equals("GET")) {
                exchange.getResponseHeaders().add("Content-Range", "bytes 0-2/3");
                exchange.sendResponseHeaders(206, 3);
                exchange.getResponseBody().write(new byte[3]);
              } else {
                exchange.getRequestBody().readAllBytes();
                exchange.sendResponseHeaders(200, -1);
              }
            });
        S3Granted open = S3Granted.open(server)) {
      RangeCopy copy =
          new RangeCopy(
              open.objects(),
              SOURCE.withIfMatch(new Revision("\"old\"")),
              open.objects(),
              new Upload("copy", "u", Optional.empty()));
      assertThatExceptionOfType(DriverException.PreconditionFailed.class)
          .isThrownBy(() -> copy.sent(1, new ByteRange(0, 3)));
    }
  }

  /** Else its tags would be lost: S3Mock and Ceph 16 do not count them. */
  @ParameterizedTest
  @ValueSource(strings = {TAGS, "<Tagging><TagSet/></Tagging>"})
  void aServerThatCountsNoTagsIsAskedForThoseOfEachObject(String tags) throws IOException {
    ScriptedServer.Answer started =
        exchange ->
            send(
                exchange,
                "<InitiateMultipartUploadResult><UploadId>u</UploadId>"
                    + "</InitiateMultipartUploadResult>");
    try (ScriptedServer server =
            new ScriptedServer(
                S3CopiesTest::answer,
                exchange -> send(exchange, tags),
                started,
                S3CopiesTest::answer,
                exchange -> send(exchange, TAGS),
                started);
        S3Granted open = S3Granted.open(server)) {
      open.objects().uploads().startCopy("copy", SOURCE, Map.of());
      open.objects().uploads().startCopy("copy", SOURCE, Map.of());

      assertThat(methods(server)).containsExactly("HEAD", "GET", "POST", "HEAD", "GET", "POST");
      assertThat(server.requests().getLast().getRequestHeaders().getFirst("x-amz-tagging"))
          .isEqualTo("a%20b=c%26d");
    }
  }

  @Test
  void anAnswerThatIsNoCopyIsNotTakenForOne() throws IOException {
    try (ScriptedServer server = new ScriptedServer(exchange -> send(exchange, "<html></html>"));
        S3Granted open = S3Granted.open(server)) {
      assertThatExceptionOfType(DriverException.class)
          .isThrownBy(() -> open.objects().copy(SOURCE.withSize(3), "copy", CopyOptions.DEFAULT));
    }
  }

  /** A change inside a large file. */
  @ParameterizedTest
  @CsvSource({"UNTIL_2024, true", "UNTIL_2024, false", "SINCE_2025, true", "SINCE_2025, false"})
  void partsThatAreSentAndPartsThatAreCopiedMakeOneObjectOnAws(
      FakeAwsUploads.Reading reading, boolean tellsCopies) throws IOException {
    FakeAwsUploads fake = new FakeAwsUploads(reading, tellsCopies);
    try (ScriptedServer server = new ScriptedServer(fake::answer);
        S3Granted open = S3Granted.openAnnotated(server)) {
      MultipartUploads uploads = open.objects().uploads();
      RangeCopies copies = open.objects().rangeCopies().orElseThrow();
      Upload upload = uploads.startWithCopies("copy", PutOptions.DEFAULT);
      Part sent = uploads.send(upload, 1, Content.of(new byte[9]));
      Part copied = copies.copy(upload, 2, SOURCE, new ByteRange(9, 9));
      uploads.complete(upload, List.of(sent, copied), Condition.always());
      assertThat(fake.isCompleted()).isTrue();
      assertThat(open.remarks()).as("no other checksums from now on").isEmpty();
    }
  }
}
