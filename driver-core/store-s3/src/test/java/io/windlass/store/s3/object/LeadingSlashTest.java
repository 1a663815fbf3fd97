package io.windlass.store.s3.object;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.sun.net.httpserver.HttpExchange;
import io.windlass.error.DriverException;
import io.windlass.object.Condition;
import io.windlass.object.Content;
import io.windlass.object.ObjectId;
import io.windlass.store.CopyOptions;
import io.windlass.store.CopySource;
import io.windlass.store.GetOptions;
import io.windlass.store.ListOptions;
import io.windlass.store.ObjectStore;
import io.windlass.store.PutOptions;
import io.windlass.testing.proxy.ScriptedServer;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * Keys that begin with a slash, at a server that keeps it and at one that drops it. The servers are
 * fakes of their answers, and the requests are compared as they came over the wire, where the SDK
 * says such a slash as {@code %2F}; MinIO, which drops it, is in the contract of keys.
 */
class LeadingSlashTest {
  private static final Content CONTENT = Content.of(new byte[] {1, 2, 3});

  @Test
  void aKeyThatWasListedIsUsedAsItIs() throws IOException {
    try (ScriptedServer server = new ScriptedServer(exchange -> answer(exchange, "/a", true));
        S3Granted open = S3Granted.open(server)) {
      ObjectStore store = open.objects();
      store.list(ListOptions.prefix("").withDelimiter("/"), Optional.empty());

      assertThat(store.head("/a").size()).isEqualTo(3);
      store.get("/a", GetOptions.ALL).close();
      store.put("/b", CONTENT, PutOptions.DEFAULT);
      store.copy(CopySource.of("bucket", "/a"), "/c", CopyOptions.DEFAULT, _ -> {});
      store.delete("/a", Condition.always());
      assertThat(store.deleteAll(List.of(ObjectId.of("/a")))).isEmpty();

      assertThat(asked(server))
          .containsExactly(
              "GET /bucket?list",
              "HEAD /bucket/%2Fa",
              "GET /bucket/%2Fa",
              "PUT /bucket/%2Fb",
              "HEAD /bucket/%2Fa",
              "PUT /bucket/%2Fc of bucket//a",
              "DELETE /bucket/%2Fa",
              "POST /bucket?delete");
    }
  }

  @Test
  void whetherItIsKeptIsAskedBeforeTheFirstIsWritten() throws IOException {
    try (ScriptedServer server = new ScriptedServer(exchange -> answer(exchange, "", true));
        S3Granted open = S3Granted.open(server)) {
      ObjectStore store = open.objects();
      store.put("/a", CONTENT, PutOptions.DEFAULT);
      store.put("/b", CONTENT, PutOptions.DEFAULT);

      assertThat(asked(server))
          .containsExactly(
              "GET /bucket?list",
              "POST /bucket/%2Fa?uploads",
              "DELETE /bucket/%2Fa?uploadId",
              "PUT /bucket/%2Fa",
              "PUT /bucket/%2Fb");
    }
  }

  /** Else another object would be read, replaced or deleted. */
  @Test
  void whereItIsDroppedNoSuchKeyIsSent() throws IOException {
    try (ScriptedServer server = new ScriptedServer(exchange -> answer(exchange, "", false));
        S3Granted open = S3Granted.open(server)) {
      ObjectStore store = open.objects();
      assertThatExceptionOfType(DriverException.NotFound.class).isThrownBy(() -> store.head("/a"));
      assertThatExceptionOfType(DriverException.NotFound.class)
          .isThrownBy(() -> store.get("/a", GetOptions.ALL.withVersion("v")));
      assertThatExceptionOfType(DriverException.NotFound.class)
          .isThrownBy(
              () -> store.copy(CopySource.of("other", "/a"), "b", CopyOptions.DEFAULT, _ -> {}));
      store.delete("/a", Condition.always());
      store.versions().orElseThrow().delete("/a", "v");
      assertThat(store.deleteAll(List.of(ObjectId.of("/a")))).isEmpty();
      assertThatExceptionOfType(DriverException.InvalidArgument.class)
          .isThrownBy(() -> store.put("/a", CONTENT, PutOptions.DEFAULT))
          .withMessageContaining("drops a leading slash");
      assertThatExceptionOfType(DriverException.InvalidArgument.class)
          .isThrownBy(() -> store.uploads().start("/a", PutOptions.DEFAULT));

      assertThat(asked(server))
          .containsExactly(
              "GET /bucket?list",
              "GET /bucket?versions",
              "GET /other?list",
              "GET /bucket?list",
              "GET /bucket?versions",
              "GET /bucket?list",
              "GET /bucket?list",
              "POST /bucket/%2Fa?uploads",
              "DELETE /bucket/%2Fa?uploadId");
    }
  }

  /** It answers with the key as it was sent, and keeps the object under another. */
  @Test
  void aGatewayThatKeepsKeysAsPathsIsNotBelieved() throws IOException {
    try (ScriptedServer server =
            new ScriptedServer(exchange -> {
              exchange.getResponseHeaders().add("Server", "VERSITYGW");
              answer(exchange, "", true);
            });
        S3Granted open = S3Granted.open(server)) {
      ObjectStore store = open.objects();
      for (String key : List.of("/a", "a//b", "a/./b")) {
        assertThatExceptionOfType(DriverException.InvalidArgument.class)
            .isThrownBy(() -> store.put(key, CONTENT, PutOptions.DEFAULT))
            .withMessageContaining("key '%s': this server", key);
      }
      assertThat(asked(server)).noneMatch(line -> line.startsWith("PUT"));
    }
  }

  /** The requests, with what tells them apart of their questions. */
  private static List<String> asked(ScriptedServer server) {
    return server.requests().stream().map(LeadingSlashTest::line).toList();
  }

  private static String line(HttpExchange exchange) {
    String query = Optional.ofNullable(exchange.getRequestURI().getRawQuery()).orElse("");
    String kind =
        query.contains("list-type")
            ? "?list"
            : List.of("versions", "uploads", "uploadId", "delete").stream()
                .filter(query::startsWith)
                .findFirst()
                .map(found -> "?" + found)
                .orElse("");
    String source =
        Optional.ofNullable(exchange.getRequestHeaders().getFirst("x-amz-copy-source"))
            .map(found -> " of " + found.replace("%2F", "/"))
            .orElse("");
    return exchange.getRequestMethod()
        + " "
        + exchange.getRequestURI().getRawPath()
        + kind
        + source;
  }

  /** A server that has one key, or none, and takes others with or without their slash. */
  private static void answer(HttpExchange exchange, String key, boolean keeps) throws IOException {
    String line = line(exchange);
    exchange.getResponseHeaders().add("ETag", "\"e\"");
    exchange.getResponseHeaders().add("Last-Modified", "Sun, 06 Nov 1994 08:49:37 GMT");
    if (line.endsWith("?list") || line.endsWith("?versions")) {
      String listed = URLEncoder.encode(key, StandardCharsets.UTF_8);
      send(
          exchange,
          "<ListBucketResult><EncodingType>url</EncodingType><IsTruncated>false</IsTruncated>"
              + (key.isEmpty()
                  ? ""
                  : "<Contents><Key>%s</Key><Size>3</Size><LastModified>2026-01-01T00:00:00Z"
                          .formatted(listed)
                      + "</LastModified><ETag>\"e\"</ETag></Contents>")
              + "</ListBucketResult>");
    } else if (line.endsWith("?uploads")) {
      send(
          exchange,
          "<InitiateMultipartUploadResult><Key>%s</Key><UploadId>u</UploadId>"
                  .formatted(
                      keeps
                          ? line.replaceAll("^POST /bucket/|[?]uploads$", "").replace("%2F", "/")
                          : "a")
              + "</InitiateMultipartUploadResult>");
    } else if (line.endsWith("?delete")) {
      send(exchange, "<DeleteResult/>");
    } else if (line.startsWith("HEAD")) {
      exchange.getResponseHeaders().add("Content-Length", "3");
      exchange.sendResponseHeaders(200, -1);
    } else if (line.startsWith("GET")) {
      exchange.sendResponseHeaders(200, 3);
      exchange.getResponseBody().write(new byte[] {1, 2, 3});
    } else if (line.startsWith("DELETE")) {
      exchange.sendResponseHeaders(204, -1);
    } else {
      send(exchange, "<CopyObjectResult><ETag>\"e\"</ETag></CopyObjectResult>");
    }
  }

  private static void send(HttpExchange exchange, String body) throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(200, bytes.length);
    exchange.getResponseBody().write(bytes);
  }
}
