package io.windlass.provision.iam;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The port of {@link FakeIam}: requests as they come, answers as they go. */
final class FakeHttp implements AutoCloseable {
  private static final int LARGEST_BODY = 1 << 20;
  private static final Pattern KEY = Pattern.compile("Credential=([^/]+)/");

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Function<Request, Answer> handler;

  private FakeHttp(HttpServer server, Function<Request, Answer> handler) {
    this.server = server;
    this.handler = handler;
  }

  /** Listens on a free port of this machine's. */
  static FakeHttp start(Function<Request, Answer> handler) {
    // The server sends headers and bodies in separate packets, which Nagle's algorithm would delay
    // by 40 ms.
    System.setProperty("sun.net.httpserver.nodelay", "true");
    try {
      HttpServer server =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      FakeHttp made = new FakeHttp(server, handler);
      server.setExecutor(made.threads);
      server.createContext("/", made::serve);
      server.start();
      return made;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  URI endpoint() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  /**
   * A request; one with a form is for IAM, the others are for S3.
   *
   * @param token that of a session; empty: none
   */
  record Request(String method, URI target, String authorization, String token, String body) {
    boolean isForm() {
      return method.equals("POST");
    }

    /** Returns the pairs of the form. */
    Map<String, String> form() {
      Map<String, String> pairs = new HashMap<>();
      for (String pair : body.split("&", -1)) {
        String[] halves = pair.split("=", 2);
        if (halves.length == 2) {
          pairs.put(halves[0], URLDecoder.decode(halves[1], StandardCharsets.UTF_8));
        }
      }
      return pairs;
    }

    Optional<String> accessKeyId() {
      Matcher matcher = KEY.matcher(authorization);
      return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
    }

    /** Returns which action of S3 it is: "Actions, resources, and condition keys for Amazon S3". */
    String action() {
      String query = Optional.ofNullable(target.getQuery()).orElse("");
      if (method.equals("GET") && query.startsWith("location")) {
        return "s3:GetBucketLocation";
      }
      if (method.equals("GET") && query.contains("list-type=2")) {
        return "s3:ListBucket";
      }
      if (query.isEmpty() && isObject()) {
        switch (method) {
          case "GET" -> {
            return "s3:GetObject";
          }
          case "DELETE" -> {
            return "s3:DeleteObject";
          }
          default -> {}
        }
      }
      if (method.equals("PUT") && query.isEmpty()) {
        return "s3:PutObject";
      }
      throw new IamRefusal(501, "NotImplemented", "FakeIam has no %s %s".formatted(method, query));
    }

    boolean isObject() {
      return target.getPath().indexOf('/', 1) > 0;
    }

    String bucket() {
      return target.getPath().split("/", -1)[1];
    }

    String key() {
      return target.getPath().substring(bucket().length() + 2);
    }

    String resource() {
      String path = target.getPath().substring(1);
      return "arn:aws:s3:::" + (path.endsWith("/") ? path.substring(0, path.length() - 1) : path);
    }
  }

  /** An answer. */
  record Answer(int status, String body) {
    static Answer xml(int status, String body) {
      return new Answer(status, body);
    }
  }

  private void serve(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] body = exchange.getRequestBody().readNBytes(LARGEST_BODY);
      Answer answer =
          handler.apply(
              new Request(
                  exchange.getRequestMethod(),
                  exchange.getRequestURI(),
                  header(exchange, "Authorization"),
                  header(exchange, "X-Amz-Security-Token"),
                  new String(body, StandardCharsets.UTF_8)));
      byte[] bytes = answer.body.getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().set("Content-Type", "text/xml");
      exchange.getResponseHeaders().set("ETag", "\"1\"");
      exchange.sendResponseHeaders(answer.status, bytes.length == 0 ? -1 : bytes.length);
      if (bytes.length > 0) {
        exchange.getResponseBody().write(bytes);
      }
    }
  }

  private static String header(HttpExchange exchange, String name) {
    return Optional.ofNullable(exchange.getRequestHeaders().getFirst(name)).orElse("");
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
