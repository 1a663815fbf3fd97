package io.windlass.store.s3.bucket;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Fake of the buckets of AWS in us-east-1, for rules that no other server has. It answers requests
 * that it does not know with 501.
 *
 * <ul>
 *   <li>A bucket that the account has is made again with 200 (API_CreateBucket.html).
 *   <li>A bucket in another region is answered with 301, its region in a header; the answer to a
 *       HEAD has no body (API_HeadBucket.html, Redirects.html).
 *   <li>Every bucket encrypts, and says how; the key is not looked at (bucket-encryption.html).
 *   <li>Buckets that are made since April 2023 block all public access and have no access control
 *       lists (create-bucket-faq.html). What a bucket has none of, it says with 404
 *       (API_GetPublicAccessBlock.html, API_GetBucketOwnershipControls.html).
 *   <li>An organization can deny to change that (orgs_manage_policies_scps_examples_s3.html), and a
 *       policy that permits to set it need not permit to look at it.
 *   <li>A name that ends as those of the namespace of an account and region do needs a header
 *       (ansible-collections/amazon.aws, issue 2935).
 *   <li>Tags of a bucket with ABAC cannot be set, only looked at
 *       (buckets-tagging-enable-abac.html); no page says by which error.
 *   <li>A bucket without object lock says so with 404 (API_GetObjectLockConfiguration.html).
 *   <li>Of a bucket that was made a moment ago, some answers do not know (terraform-provider-aws,
 *       issues 33717 and 49853), and changes are refused with 409 OperationAborted, though no
 *       others are under way (issues 7628 and 36873). Here it is the first ones after each
 *       creation.
 * </ul>
 */
final class FakeAwsBuckets implements AutoCloseable {
  /** A bucket of the account in another region. */
  static final String ELSEWHERE = "elsewhere";

  static final String REGION = "eu-north-1";

  private static final String NOT_BY_A_KEY =
      "<ServerSideEncryptionConfiguration><Rule><ApplyServerSideEncryptionByDefault>"
          + "<SSEAlgorithm>AES256</SSEAlgorithm></ApplyServerSideEncryptionByDefault></Rule>"
          + "</ServerSideEncryptionConfiguration>";

  private static final String NO_ABAC = "<AbacStatus><Status>Disabled</Status></AbacStatus>";

  /** What a new bucket has, by the name of the setting. */
  private static final Map<String, String> DEFAULTS =
      Map.of(
          "publicAccessBlock",
          "<PublicAccessBlockConfiguration><BlockPublicAcls>true</BlockPublicAcls>"
              + "<IgnorePublicAcls>true</IgnorePublicAcls>"
              + "<BlockPublicPolicy>true</BlockPublicPolicy>"
              + "<RestrictPublicBuckets>true</RestrictPublicBuckets>"
              + "</PublicAccessBlockConfiguration>",
          "ownershipControls",
          "<OwnershipControls><Rule><ObjectOwnership>BucketOwnerEnforced</ObjectOwnership></Rule>"
              + "</OwnershipControls>");

  private final HttpServer server;
  private final Map<String, Map<String, String>> buckets = new HashMap<>();
  private final Set<String> denied = new HashSet<>();
  private Map<String, String> defaults = DEFAULTS;
  private int late = 2;
  private int refused = 1;
  private int unknown;
  private int busy;

  FakeAwsBuckets() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::handle);
    server.start();
  }

  URI endpoint() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  /** Returns what was set for a bucket, by the name of the setting; empty if it is not there. */
  synchronized Optional<Map<String, String>> settings(String bucket) {
    return Optional.ofNullable(buckets.get(bucket)).map(Map::copyOf);
  }

  /** Sets something for a bucket that is there. */
  synchronized void set(String bucket, String setting, String value) {
    Optional.ofNullable(buckets.get(bucket)).orElseThrow().put(setting, value);
  }

  /** Makes new buckets with other settings, as an account's template or an older rule has them. */
  synchronized void makeWith(Map<String, String> settings) {
    defaults = settings;
  }

  /** Denies requests, each named by method and setting, as "PUT publicAccessBlock". */
  synchronized void deny(String... requests) {
    denied.addAll(Set.of(requests));
  }

  /**
   * Sets how much is answered wrongly of a bucket after each time that it was made.
   *
   * @param answers number of those that do not know it
   * @param changes number of those that are refused after these
   */
  synchronized void knowsLate(int answers, int changes) {
    late = answers;
    refused = changes;
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
      String bucket = exchange.getRequestURI().getPath().split("/", -1)[1];
      String query = Optional.ofNullable(exchange.getRequestURI().getRawQuery()).orElse("");
      if (bucket.equals(ELSEWHERE)) {
        exchange.getResponseHeaders().set("x-amz-bucket-region", REGION);
        error(exchange, 301, "PermanentRedirect");
      } else {
        answer(exchange, bucket, query, body);
      }
    }
  }

  private synchronized void answer(HttpExchange exchange, String bucket, String query, String body)
      throws IOException {
    Optional<Map<String, String>> there = Optional.ofNullable(buckets.get(bucket));
    String request = exchange.getRequestMethod() + " " + query;
    if (denied.contains(request)) {
      error(exchange, 403, "AccessDenied");
      return;
    }
    if (!query.isEmpty() && (there.isEmpty() || unknown > 0)) {
      unknown--;
      error(exchange, 404, "NoSuchBucket");
      return;
    }
    if (exchange.getRequestMethod().equals("PUT") && !query.isEmpty() && busy > 0) {
      busy--;
      error(exchange, 409, "OperationAborted");
      return;
    }
    switch (request) {
      case "PUT " -> {
        boolean named = bucket.endsWith("-111122223333-us-east-1-an");
        String namespace = exchange.getRequestHeaders().getFirst("x-amz-bucket-namespace");
        if (named != "account-regional".equals(namespace)) {
          error(exchange, 400, named ? "MissingNamespaceHeader" : "InvalidNamespaceHeader");
          return;
        }
        buckets.putIfAbsent(bucket, new HashMap<>(defaults));
        unknown = late;
        busy = refused;
        exchange.sendResponseHeaders(200, -1);
      }
      case "GET location" -> send(exchange, 200, "<LocationConstraint/>");
      case "GET object-lock" -> error(exchange, 404, "ObjectLockConfigurationNotFoundError");
      case "GET policy" -> setting(exchange, there, query, "NoSuchBucketPolicy");
      case "GET publicAccessBlock" ->
          setting(exchange, there, query, "NoSuchPublicAccessBlockConfiguration");
      case "GET ownershipControls" ->
          setting(exchange, there, query, "OwnershipControlsNotFoundError");
      case "GET tagging" -> setting(exchange, there, query, "NoSuchTagSet");
      case "GET abac" ->
          send(exchange, 200, there.map(set -> set.getOrDefault("abac", NO_ABAC)).orElseThrow());
      case "PUT tagging", "DELETE tagging" -> tag(exchange, there.orElseThrow(), body);
      case "GET encryption" ->
          send(
              exchange,
              200,
              there.map(set -> set.getOrDefault("encryption", NOT_BY_A_KEY)).orElseThrow());
      case "PUT publicAccessBlock", "PUT ownershipControls", "PUT policy", "PUT encryption" -> {
        there.orElseThrow().put(query, body);
        exchange.sendResponseHeaders(200, -1);
      }
      default -> error(exchange, 501, "NotImplemented");
    }
  }

  private static void tag(HttpExchange exchange, Map<String, String> bucket, String tags)
      throws IOException {
    if (!bucket.getOrDefault("abac", NO_ABAC).equals(NO_ABAC)) {
      error(exchange, 403, "AccessDenied");
    } else {
      bucket.put("tagging", tags);
      exchange.sendResponseHeaders(204, -1);
    }
  }

  private static void setting(
      HttpExchange exchange, Optional<Map<String, String>> bucket, String name, String missing)
      throws IOException {
    Optional<String> set = bucket.flatMap(all -> Optional.ofNullable(all.get(name)));
    if (set.isPresent()) {
      send(exchange, 200, set.get());
    } else {
      error(exchange, 404, missing);
    }
  }

  private static void error(HttpExchange exchange, int status, String code) throws IOException {
    if (exchange.getRequestMethod().equals("HEAD")) {
      exchange.sendResponseHeaders(status, -1);
    } else {
      send(exchange, status, "<Error><Code>%s</Code></Error>".formatted(code));
    }
  }

  private static void send(HttpExchange exchange, int status, String text) throws IOException {
    byte[] body = text.getBytes(UTF_8);
    exchange.sendResponseHeaders(status, body.length);
    exchange.getResponseBody().write(body);
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
