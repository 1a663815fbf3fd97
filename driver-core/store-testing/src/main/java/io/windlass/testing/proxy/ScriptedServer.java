package io.windlass.testing.proxy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A server that answers as no S3 server should: one prepared answer for each request in turn. */
public final class ScriptedServer implements AutoCloseable {
  /** How one request is answered. */
  @FunctionalInterface
  public interface Answer {
    void send(HttpExchange exchange) throws IOException, InterruptedException;
  }

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Deque<Answer> answers = new ConcurrentLinkedDeque<>();
  private final List<HttpExchange> requests = new CopyOnWriteArrayList<>();

  public ScriptedServer(Answer... answers) throws IOException {
    this.answers.addAll(List.of(answers));
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] body = exchange.getRequestBody().readAllBytes();
      exchange.setStreams(new ByteArrayInputStream(body), exchange.getResponseBody());
      requests.add(exchange);
      Answer answer = answers.size() > 1 ? answers.removeFirst() : answers.getFirst();
      answer.send(exchange);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Answers with an S3 error. */
  public static Answer error(int status, String code) {
    return exchange -> {
      byte[] body =
          "<Error><Code>%s</Code><Message>%s</Message></Error>"
              .formatted(code, code)
              .getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(status, body.length);
      exchange.getResponseBody().write(body);
    };
  }

  /** Takes the request and closes the connection without an answer. */
  public static Answer hangUp() {
    return HttpExchange::close;
  }

  /** Takes the request and says nothing until the server is closed. */
  public static Answer silence() {
    return _ -> new CountDownLatch(1).await();
  }

  /** A listing of uploads of "key". */
  public static Answer uploads(String... ids) {
    StringBuilder list = new StringBuilder("<ListMultipartUploadsResult>");
    for (String id : ids) {
      list.append("<Upload><Key>key</Key><UploadId>%s</UploadId></Upload>".formatted(id));
    }
    return text(list.append("</ListMultipartUploadsResult>").toString());
  }

  /** Answers with this document. */
  public static Answer text(String xml) {
    return exchange -> {
      byte[] body = xml.getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(200, body.length);
      exchange.getResponseBody().write(body);
    };
  }

  /** Answers 204, without a body. */
  public static Answer done() {
    return exchange -> exchange.sendResponseHeaders(204, -1);
  }

  /** Returns the requests so far. */
  public List<HttpExchange> requests() {
    return requests;
  }

  /** Its base URL. */
  public URI endpoint() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
