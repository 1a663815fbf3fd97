package io.windlass.test.csi;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An S3 server of one bucket with large files that cannot be written, which is honest until it is
 * told otherwise.
 */
final class HostileServer implements AutoCloseable {
  /** What it does with each request. */
  enum Mood {
    HONEST,
    /** It takes requests and says nothing. */
    SILENT,
    /** Its answers do not end. */
    ENDLESS,
    /** It asks for patience. */
    THROTTLING,
    /** Its answers are shorter than it says. */
    LYING
  }

  static final String BUCKET = "any-bucket";
  static final int FILES = 64;
  static final int SIZE = 64 << 20;

  private static final byte[] ZEROS = new byte[64 << 10];
  private static final Pattern RANGE = Pattern.compile("bytes=(\\d+)-(\\d+)");
  private static final Pattern PREFIX = Pattern.compile("(?:^|&)prefix=([^&]*)");
  private static final String DATE = "Thu, 01 Jan 2026 00:00:00 GMT";

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final AtomicLong requests = new AtomicLong();
  private volatile Mood mood = Mood.HONEST;

  HostileServer() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
  }

  String endpoint() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  void turn(Mood other) {
    mood = other;
  }

  /** Returns the number of requests so far. */
  long requests() {
    return requests.get();
  }

  static String name(int file) {
    return "file%02d".formatted(file);
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      exchange.getRequestBody().readAllBytes();
      requests.incrementAndGet();
      switch (mood) {
        case HONEST -> answer(exchange, false);
        case LYING -> answer(exchange, true);
        case SILENT -> closed.await();
        case ENDLESS -> endless(exchange);
        case THROTTLING -> text(exchange, 503, "<Error><Code>SlowDown</Code></Error>");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void answer(HttpExchange exchange, boolean half) throws IOException {
    String path = exchange.getRequestURI().getPath();
    String query = String.valueOf(exchange.getRequestURI().getQuery());
    String key = path.length() > BUCKET.length() + 2 ? path.substring(BUCKET.length() + 2) : "";
    if (query.contains("list-type=2")) {
      text(exchange, 200, listing(prefix(query), half));
    } else if (key.startsWith("file")) {
      content(exchange, half);
    } else {
      text(exchange, 404, "<Error><Code>NoSuchKey</Code></Error>");
    }
  }

  private static String prefix(String query) {
    Matcher prefix = PREFIX.matcher(query);
    return prefix.find() ? prefix.group(1) : "";
  }

  private static String listing(String prefix, boolean half) {
    StringBuilder listing = new StringBuilder("<ListBucketResult><IsTruncated>false</IsTruncated>");
    for (int i = 0; i < FILES; i++) {
      if (name(i).startsWith(prefix)) {
        listing.append(
            "<Contents><Key>%s</Key><ETag>\"1\"</ETag><Size>%d</Size><LastModified>2026-01-01T00:00:00.000Z</LastModified></Contents>"
                .formatted(name(i), SIZE));
      }
    }
    return half
        ? listing.substring(0, listing.length() / 2)
        : listing.append("</ListBucketResult>").toString();
  }

  private static void content(HttpExchange exchange, boolean half) throws IOException {
    exchange.getResponseHeaders().set("ETag", "\"1\"");
    exchange.getResponseHeaders().set("Last-Modified", DATE);
    if (exchange.getRequestMethod().equals("HEAD")) {
      exchange.getResponseHeaders().set("Content-Length", Integer.toString(SIZE));
      exchange.sendResponseHeaders(200, -1);
      return;
    }
    long length = range(exchange);
    exchange.sendResponseHeaders(206, length);
    OutputStream body = exchange.getResponseBody();
    for (long left = half ? length / 2 : length; left > 0; left -= ZEROS.length) {
      body.write(ZEROS, 0, (int) Math.min(left, ZEROS.length));
    }
  }

  /** Says which range it sends; returns its length. */
  private static long range(HttpExchange exchange) {
    String wanted = String.valueOf(exchange.getRequestHeaders().getFirst("Range"));
    Matcher range = RANGE.matcher(wanted);
    long first = range.matches() ? Long.parseLong(range.group(1)) : 0;
    long last = range.matches() ? Long.parseLong(range.group(2)) : SIZE - 1;
    exchange
        .getResponseHeaders()
        .set("Content-Range", "bytes %d-%d/%d".formatted(first, last, SIZE));
    return last - first + 1;
  }

  private static void endless(HttpExchange exchange) throws IOException {
    boolean content = exchange.getRequestURI().getPath().contains("/file");
    if (content) {
      exchange.getResponseHeaders().set("ETag", "\"1\"");
      exchange.getResponseHeaders().set("Last-Modified", DATE);
      long _ = range(exchange);
    }
    exchange.sendResponseHeaders(content ? 206 : 200, 0);
    OutputStream body = exchange.getResponseBody();
    byte[] more = "<Contents><Key>a</Key></Contents>".repeat(1000).getBytes(StandardCharsets.UTF_8);
    body.write("<ListBucketResult>".getBytes(StandardCharsets.UTF_8));
    while (true) {
      body.write(more);
    }
  }

  private static void text(HttpExchange exchange, int status, String xml) throws IOException {
    byte[] body = xml.getBytes(StandardCharsets.UTF_8);
    boolean head = exchange.getRequestMethod().equals("HEAD");
    exchange.sendResponseHeaders(status, head ? -1 : body.length);
    if (!head) {
      exchange.getResponseBody().write(body);
    }
  }

  @Override
  public void close() {
    stop();
  }

  /** Ends it; what waits for it fails. */
  void stop() {
    closed.countDown();
    server.stop(0);
    threads.shutdownNow();
  }
}
