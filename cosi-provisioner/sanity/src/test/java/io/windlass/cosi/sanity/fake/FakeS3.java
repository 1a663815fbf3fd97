package io.windlass.cosi.sanity.fake;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;

/** An S3 server in memory: just the requests that the checks make, each permitted key by key. */
final class FakeS3 implements AutoCloseable {
  private record Key(String secret, Map<String, Set<S3Action>> permitted) {}

  private static final byte[] EMPTY = new byte[0];

  private final Fault fault;
  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Map<String, SortedMap<String, byte[]>> buckets = new ConcurrentHashMap<>();
  private final Map<String, Key> keys = new ConcurrentHashMap<>();

  FakeS3(Fault fault) {
    this.fault = fault;
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.setExecutor(threads);
    server.createContext("/", this::serve);
    server.start();
  }

  String endpoint() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  void createBucket(String name) {
    buckets.putIfAbsent(name, new ConcurrentSkipListMap<>());
  }

  void deleteBucket(String name) {
    buckets.remove(name);
  }

  boolean isEmpty(String name) {
    return Optional.ofNullable(buckets.get(name)).map(Map::isEmpty).orElse(true);
  }

  void empty(String name) {
    Optional.ofNullable(buckets.get(name)).ifPresent(Map::clear);
  }

  void putKey(String id, String secret, Map<String, Set<S3Action>> permitted) {
    keys.put(id, new Key(secret, Map.copyOf(permitted)));
  }

  void removeKey(String id) {
    keys.remove(id);
  }

  void removeKeys() {
    keys.clear();
  }

  Set<String> bucketNames() {
    return Set.copyOf(buckets.keySet());
  }

  Set<String> keyIds() {
    return Set.copyOf(keys.keySet());
  }

  private void serve(HttpExchange request) throws IOException {
    try (request) {
      byte[] body = request.getRequestBody().readAllBytes();
      String[] path = request.getRequestURI().getPath().substring(1).split("/", 2);
      String bucket = path[0];
      String key = path.length > 1 ? path[1] : "";
      S3Action action = action(request, key);
      if (!isPermitted(request, bucket, action)) {
        respond(request, 403, error("AccessDenied"));
      } else if (action == S3Action.CREATE_BUCKET) {
        createBucket(bucket);
        respond(request, 200, EMPTY);
      } else if (!buckets.containsKey(bucket)) {
        respond(request, 404, error("NoSuchBucket"));
      } else {
        perform(request, action, bucket, key, body);
      }
    }
  }

  private static S3Action action(HttpExchange request, String key) {
    String query = Optional.ofNullable(request.getRequestURI().getQuery()).orElse("");
    boolean put = request.getRequestMethod().equals("PUT");
    boolean delete = request.getRequestMethod().equals("DELETE");
    if (query.startsWith("tagging")) {
      if (key.isEmpty()) {
        return put ? S3Action.PUT_BUCKET_TAGS : S3Action.GET_BUCKET_TAGS;
      }
      return put ? S3Action.PUT_OBJECT_TAGS : S3Action.GET_OBJECT_TAGS;
    }
    if (query.startsWith("policy")) {
      return put ? S3Action.PUT_POLICY : S3Action.GET_POLICY;
    }
    if (key.isEmpty()) {
      return put ? S3Action.CREATE_BUCKET : delete ? S3Action.DELETE_BUCKET : S3Action.LIST;
    }
    return put ? S3Action.PUT : delete ? S3Action.DELETE : S3Action.GET;
  }

  private boolean isPermitted(HttpExchange request, String bucket, S3Action action) {
    if (fault == Fault.PUBLIC_BUCKETS) {
      return true;
    }
    Optional<SigV4> signature = SigV4.of(request);
    if (signature.isEmpty()) {
      return false;
    }
    Key key = keys.get(signature.get().keyId());
    if (key == null) {
      return false;
    }
    if (fault != Fault.NO_SIGNATURES && !signature.get().isRight(request, key.secret())) {
      return false;
    }
    return switch (fault) {
      case ADMIN_KEYS -> true;
      case ALL_BUCKETS ->
          key.permitted().values().stream().anyMatch(actions -> actions.contains(action));
      default -> key.permitted().getOrDefault(bucket, Set.of()).contains(action);
    };
  }

  private void perform(
      HttpExchange request, S3Action action, String bucket, String key, byte[] body)
      throws IOException {
    SortedMap<String, byte[]> objects = buckets.getOrDefault(bucket, new ConcurrentSkipListMap<>());
    switch (action) {
      case GET -> {
        byte[] content = objects.get(key);
        if (content == null) {
          respond(request, 404, error("NoSuchKey"));
        } else {
          respond(request, 200, content);
        }
      }
      case PUT -> {
        objects.put(key, body);
        respond(request, 200, EMPTY);
      }
      case DELETE -> {
        objects.remove(key);
        respond(request, 204, EMPTY);
      }
      case LIST -> respond(request, 200, list(objects));
      case GET_OBJECT_TAGS -> respond(request, 200, text("<Tagging><TagSet/></Tagging>"));
      case GET_BUCKET_TAGS -> respond(request, 404, error("NoSuchTagSet"));
      case GET_POLICY -> respond(request, 404, error("NoSuchBucketPolicy"));
      case PUT_OBJECT_TAGS, PUT_BUCKET_TAGS, PUT_POLICY -> respond(request, 200, EMPTY);
      case DELETE_BUCKET -> {
        buckets.remove(bucket);
        respond(request, 204, EMPTY);
      }
      case CREATE_BUCKET -> throw new IllegalStateException("made before");
    }
  }

  private static byte[] list(SortedMap<String, byte[]> objects) {
    return text(
        objects.keySet().stream()
            .map(key -> "<Contents><Key>" + key + "</Key></Contents>")
            .collect(Collectors.joining("", "<ListBucketResult>", "</ListBucketResult>")));
  }

  private static byte[] error(String code) {
    return text("<Error><Code>" + code + "</Code><Message>no</Message></Error>");
  }

  private static byte[] text(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static void respond(HttpExchange request, int status, byte[] body) throws IOException {
    request.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
    if (body.length > 0) {
      request.getResponseBody().write(body);
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.close();
  }
}
