package io.windlass.store.s3.object;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.windlass.error.DriverException;
import io.windlass.object.ObjectReader;
import io.windlass.store.GetOptions;
import io.windlass.store.ListOptions;
import io.windlass.store.ObjectStore;
import io.windlass.testing.proxy.ScriptedServer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Servers whose answers do not fit in memory. All mounts of a node share that memory. */
class EndlessAnswersTest {
  /** More than is ever read of an answer, with what waits in the buffers of two sockets. */
  private static final long READ = 24L << 20;

  private static final String LISTING =
      "<ListBucketResult><IsTruncated>false</IsTruncated><Contents><Key>";

  private static void refused(EndlessAnswer answer, String why, Consumer<ObjectStore> call)
      throws IOException {
    try (ScriptedServer server = new ScriptedServer(answer);
        S3Granted open = S3Granted.open(server)) {
      assertThatExceptionOfType(DriverException.class)
          .isThrownBy(() -> call.accept(open.objects()))
          .withMessageContaining(why);
      assertThat(server.requests()).as("it is not asked for again").hasSize(1);
      assertThat(answer.sent().get()).isLessThan(READ);
    }
  }

  private static void list(ObjectStore objects) {
    objects.list(ListOptions.prefix(""), Optional.empty());
  }

  @Test
  void aKeyWithoutEndIsGivenUp() throws IOException {
    refused(
        EndlessAnswer.of(200, LISTING, "a"),
        "a text of more than 65536 bytes",
        EndlessAnswersTest::list);
  }

  @Test
  void keysWithoutEndAreGivenUp() throws IOException {
    String key = "</Key></Contents><Contents><Key>" + "a".repeat(3000);
    refused(EndlessAnswer.of(200, LISTING, key), "bytes", EndlessAnswersTest::list);
  }

  /** Each takes four bytes on the wire, and many times that in memory. */
  @Test
  void elementsWithoutEndAreGivenUp() throws IOException {
    refused(
        EndlessAnswer.of(200, "<ListBucketResult>", "<a/>"), "elements", EndlessAnswersTest::list);
    refused(
        EndlessAnswer.of(200, "<ListBucketResult><a", " b=''"),
        "more than \"200\" attributes",
        EndlessAnswersTest::list);
    refused(EndlessAnswer.of(200, "", "<a>"), "depth", EndlessAnswersTest::list);
  }

  @Test
  void errorsWithoutEndAreGivenUp() throws IOException {
    EndlessAnswer error = EndlessAnswer.of(403, "<Error><Code>AccessDenied</Code><Message>", "a");
    refused(error, "HTTP 403", EndlessAnswersTest::list);
    refused(
        EndlessAnswer.of(501, "", "a page of a gateway "), "HTTP 501", EndlessAnswersTest::list);
    refused(
        EndlessAnswer.of(403, "<Error>", "<a/>"),
        "HTTP 403",
        objects -> objects.get("key", GetOptions.ALL).close());
  }

  @Test
  void headersWithoutEndAreGivenUp() throws IOException {
    try (ScriptedServer server =
            new ScriptedServer(exchange -> {
              for (int i = 0; i < 5_000; i++) {
                exchange.getResponseHeaders().add("x-amz-meta-" + i, "a".repeat(100));
              }
              exchange.sendResponseHeaders(200, -1);
            });
        S3Granted open = S3Granted.open(server)) {
      assertThatExceptionOfType(DriverException.Unavailable.class)
          .isThrownBy(() -> open.objects().head("key"))
          .withMessageContaining("Maximum header count exceeded");
    }
    try (ScriptedServer server =
            new ScriptedServer(exchange -> {
              exchange.getResponseHeaders().add("x-amz-meta-a", "a".repeat(32 << 20));
              exchange.sendResponseHeaders(200, -1);
            });
        S3Granted open = S3Granted.open(server)) {
      assertThatExceptionOfType(DriverException.Unavailable.class)
          .isThrownBy(() -> open.objects().head("key"))
          .withMessageContaining("Maximum line length limit exceeded");
    }
  }

  /** A right page may be this long: every byte of every key is written as six. */
  @Test
  void theLongestRightPageIsRead() throws IOException {
    StringBuilder page = new StringBuilder("<ListBucketResult><IsTruncated>false</IsTruncated>");
    for (int i = 0; i < 1000; i++) {
      page.append("<Contents><Key>")
          .append("%26quot%3B".substring(0, 6).repeat(1020))
          .append("%04d".formatted(i))
          .append("</Key><LastModified>2026-01-01T00:00:00.000Z</LastModified><ETag>&quot;e&quot;")
          .append("</ETag><Size>1</Size><Owner><ID>o</ID><DisplayName>o</DisplayName></Owner>")
          .append("<StorageClass>STANDARD</StorageClass></Contents>");
    }
    ScriptedServer.Answer answer =
        ScriptedServer.text(page.append("</ListBucketResult>").toString());
    try (ScriptedServer server = new ScriptedServer(answer);
        S3Granted open = S3Granted.open(server)) {
      assertThat(open.objects().list(ListOptions.prefix(""), Optional.empty()).items())
          .hasSize(1000);
    }
  }

  /** What is an object's content is not an answer that has to be in memory. */
  @Test
  void theContentOfAnObjectMayBeLonger() throws IOException {
    byte[] piece = "<".repeat(1 << 20).getBytes(StandardCharsets.UTF_8);
    int pieces = 20;
    ScriptedServer.Answer answer =
        exchange -> {
          exchange.getResponseHeaders().add("ETag", "\"e\"");
          exchange.sendResponseHeaders(200, (long) pieces * piece.length);
          for (int i = 0; i < pieces; i++) {
            exchange.getResponseBody().write(piece);
          }
        };
    try (ScriptedServer server = new ScriptedServer(answer);
        S3Granted open = S3Granted.open(server);
        ObjectReader reader = open.objects().get("key", GetOptions.ALL)) {
      ByteBuffer into = ByteBuffer.allocate(pieces * piece.length);
      assertThat(reader.readFully(into)).isEqualTo(into.capacity());
    }
  }
}
