package io.windlass.store.s3.client;

import static io.windlass.http.HttpSettings.require;

import io.windlass.http.HttpProxy;
import io.windlass.http.HttpSettings;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Settings of the requests to an S3 server, without credentials.
 *
 * @param endpoint base URL: scheme, host and port, no path
 * @param region the server's region; {@code us-east-1} if it has no regions
 * @param pathStyle whether buckets are addressed in the path rather than in the host name
 * @param maxConnections most connections at one time; 1 counts as 2, as what is read while it is
 *     sent takes two
 * @param http how requests are sent; if buckets are in host names, all requests take the proxy of
 *     the server's own name
 * @param encryption what each write asks for; empty: nothing
 * @param takesTrailers whether the server is known to understand checksums behind content, before
 *     it has answered anything
 * @param storageClass that of new objects; empty: the bucket's default
 * @param requesterPays whether requests are paid by who sends them
 */
public record S3Connection(
    URI endpoint,
    String region,
    boolean pathStyle,
    int maxConnections,
    HttpSettings http,
    Optional<Encryption> encryption,
    boolean takesTrailers,
    Optional<String> storageClass,
    boolean requesterPays) {

  public static final String DEFAULT_REGION = "us-east-1";
  public static final int DEFAULT_MAX_CONNECTIONS = 64;

  private static final Set<String> ARCHIVES = Set.of("GLACIER", "DEEP_ARCHIVE");

  /** Throws {@link IllegalArgumentException}, which names the field and what would be valid. */
  public S3Connection {
    requireEndpoint("endpoint", endpoint);
    require(isRegion(region), "region", "letters, digits and '-'");
    require(maxConnections >= 1, "maxConnections", "at least 1");
    maxConnections = Math.max(2, maxConnections);
    storageClass.ifPresent(S3Connection::requireStorageClass);
  }

  /** Creates those of a server's own storage class, whose buckets pay for themselves. */
  public S3Connection(
      URI endpoint,
      String region,
      boolean pathStyle,
      int maxConnections,
      HttpSettings http,
      Optional<Encryption> encryption,
      boolean takesTrailers) {
    this(
        endpoint,
        region,
        pathStyle,
        maxConnections,
        http,
        encryption,
        takesTrailers,
        Optional.empty(),
        false);
  }

  /** What is in the others can be read at once. */
  private static void requireStorageClass(String name) {
    require(
        name.matches("[A-Za-z0-9_.-]{1,64}"), "storageClass", "letters, digits, '_', '.' and '-'");
    require(
        !ARCHIVES.contains(name),
        "storageClass",
        "one whose objects can be read at once, which those of %s cannot".formatted(name));
  }

  /** Returns whether a text can be the name of a region. */
  public static boolean isRegion(String text) {
    return text.matches("[A-Za-z0-9-]{1,63}");
  }

  /** Returns settings for an endpoint, with the defaults for everything else. */
  public static S3Connection to(URI endpoint) {
    return new S3Connection(
        endpoint,
        DEFAULT_REGION,
        true,
        DEFAULT_MAX_CONNECTIONS,
        HttpSettings.DEFAULT,
        Optional.empty(),
        false);
  }

  /** Returns these settings with another region. */
  public S3Connection withRegion(String other) {
    return new S3Connection(
        endpoint,
        other,
        pathStyle,
        maxConnections,
        http,
        encryption,
        takesTrailers,
        storageClass,
        requesterPays);
  }

  /** Returns these settings with the bucket in the path, or in the host name. */
  public S3Connection withPathStyle(boolean wanted) {
    return new S3Connection(
        endpoint,
        region,
        wanted,
        maxConnections,
        http,
        encryption,
        takesTrailers,
        storageClass,
        requesterPays);
  }

  /** Returns these settings with requests sent in another way. */
  public S3Connection withHttp(HttpSettings other) {
    return new S3Connection(
        endpoint,
        region,
        pathStyle,
        maxConnections,
        other,
        encryption,
        takesTrailers,
        storageClass,
        requesterPays);
  }

  /** Returns these settings with another encryption. */
  public S3Connection withEncryption(Optional<Encryption> other) {
    return new S3Connection(
        endpoint,
        region,
        pathStyle,
        maxConnections,
        http,
        other,
        takesTrailers,
        storageClass,
        requesterPays);
  }

  /** Returns these settings with another storage class of new objects. */
  public S3Connection withStorageClass(Optional<String> other) {
    return new S3Connection(
        endpoint,
        region,
        pathStyle,
        maxConnections,
        http,
        encryption,
        takesTrailers,
        other,
        requesterPays);
  }

  /** Returns these settings with requests paid by who sends them, or by the bucket's owner. */
  public S3Connection withRequesterPays(boolean wanted) {
    return new S3Connection(
        endpoint,
        region,
        pathStyle,
        maxConnections,
        http,
        encryption,
        takesTrailers,
        storageClass,
        wanted);
  }

  /** Returns the headers that all requests have beside their own. */
  Map<String, String> headers() {
    return requesterPays ? Map.of("x-amz-request-payer", "requester") : Map.of();
  }

  /** Returns these settings for a server that is known to understand trailers. */
  public S3Connection withTrailers() {
    return new S3Connection(
        endpoint,
        region,
        pathStyle,
        maxConnections,
        http,
        encryption,
        true,
        storageClass,
        requesterPays);
  }

  /** Returns these settings with other time limits. */
  public S3Connection withTimeouts(Duration call, Duration attempt) {
    return withHttp(http.withTimeouts(call, attempt));
  }

  /** Returns the proxy that requests go through. */
  public Optional<HttpProxy> proxy() {
    return http.proxies().of(endpoint);
  }

  /**
   * Checks that this is the endpoint of a server.
   *
   * @throws IllegalArgumentException if not; the message names the field
   */
  public static void requireEndpoint(String field, URI uri) {
    boolean bare =
        (uri.getPath() == null || uri.getPath().isEmpty() || uri.getPath().equals("/"))
            && uri.getQuery() == null
            && uri.getFragment() == null
            && uri.getUserInfo() == null
            && uri.getPort() != 0
            && uri.getPort() <= 65_535;
    boolean http = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
    require(
        http && uri.getHost() != null && bare,
        field,
        "like https://minio.storage.svc:9000, without path or user");
  }

  /**
   * The encryption that each write asks for. Without one, the bucket's default decides; but a
   * policy of a bucket may deny what does not ask, whatever its default is.
   *
   * @param algorithm one of {@link #ALGORITHMS}
   * @param keyId the key of the key management service; empty: the server's own choice
   */
  public record Encryption(String algorithm, Optional<String> keyId) {
    /** The algorithms, by their names in S3. */
    public static final Set<String> ALGORITHMS = Set.of("AES256", "aws:kms", "aws:kms:dsse");

    /** What an algorithm must be, as the end of a sentence. */
    public static final String RIGHT = "AES256, aws:kms or aws:kms:dsse";

    private static final String MANAGED = "AES256";
    private static final String ALGORITHM = "x-amz-server-side-encryption";
    private static final String KEY = ALGORITHM + "-aws-kms-key-id";
    private static final int LONGEST_KEY = 2048;

    /** Throws {@link IllegalArgumentException}, which says what would be valid. */
    public Encryption {
      if (!ALGORITHMS.contains(algorithm)) {
        throw new IllegalArgumentException("sse must be " + RIGHT);
      }
      if (keyId.isPresent() && algorithm.equals(MANAGED)) {
        throw new IllegalArgumentException("sseKmsKeyId needs sse aws:kms or aws:kms:dsse");
      }
      if (!keyId.stream().allMatch(Encryption::isKeyId)) {
        throw new IllegalArgumentException(
            "sseKmsKeyId must be the id, the ARN or the alias of a key, without spaces");
      }
    }

    /**
     * Reads what was set.
     *
     * @throws IllegalArgumentException if it makes no sense; the message says what would be valid
     */
    public static Optional<Encryption> of(Optional<String> algorithm, Optional<String> keyId) {
      if (algorithm.isEmpty() && keyId.isPresent()) {
        throw new IllegalArgumentException("sseKmsKeyId needs sse aws:kms or aws:kms:dsse");
      }
      return algorithm.map(name -> new Encryption(name, keyId));
    }

    /** Returns whether a text can name a key. */
    public static boolean isKeyId(String text) {
      return text.length() <= LONGEST_KEY && text.matches("[\\x21-\\x7e]+");
    }

    /** Returns headers of a write that ask for this encryption, whatever they asked for before. */
    public Map<String, String> over(Map<String, String> headers) {
      Map<String, String> encrypted = new HashMap<>(headers);
      encrypted.keySet().removeIf(name -> name.startsWith(ALGORITHM));
      encrypted.put(ALGORITHM, algorithm);
      keyId.ifPresent(id -> encrypted.put(KEY, id));
      return encrypted;
    }
  }
}
