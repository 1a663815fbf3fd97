package io.windlass.store.s3.client;

import io.windlass.http.AnswerRoom;
import io.windlass.http.CaCertificate;
import io.windlass.http.Checksums;
import io.windlass.operation.Deadline;
import io.windlass.store.s3.client.S3Requests.Allowance;
import io.windlass.store.s3.client.S3Requests.Body;
import io.windlass.store.s3.client.S3Requests.Reading;
import io.windlass.store.s3.client.S3Requests.Request;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import javax.net.ssl.TrustManager;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.impl.DefaultSchemePortResolver;
import org.apache.hc.client5.http.impl.routing.DefaultRoutePlanner;
import org.apache.hc.client5.http.routing.HttpRoutePlanner;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpEntityContainer;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.io.entity.HttpEntityWrapper;
import org.apache.hc.core5.http.protocol.HttpContext;
import software.amazon.awssdk.auth.credentials.AnonymousCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.core.checksums.ResponseChecksumValidation;
import software.amazon.awssdk.core.client.config.ClientOverrideConfiguration;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpResponse;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.http.apache5.ProxyConfiguration;
import software.amazon.awssdk.profiles.ProfileFile;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.retries.api.RetryStrategy;
import software.amazon.awssdk.services.s3.LegacyMd5Plugin;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3ClientBuilder;
import software.amazon.awssdk.utils.SdkAutoCloseable;

/**
 * The SDK's clients for one server and one set of credentials, with every wait bounded.
 *
 * <p>There are two clients, each with its own connections. {@link #calls()} takes silence on a
 * connection for the length of the call timeout as failure. {@link #slow()} is for work during
 * which the server sends nothing (copying, joining parts): {@link #allow} limits its time, and it
 * takes silence as failure only after {@link #LONGEST_COPY}. Both respect the {@link Deadline} of
 * the operation that a call is part of.
 */
public final class S3Clients implements AutoCloseable {
  /** Bytes per second that even a slow network transfers. */
  private static final long SLOW_NETWORK = 512 << 10;

  /** Bytes per second that even a slow server copies within itself. */
  private static final long SLOW_COPY = 8 << 20;

  /**
   * Longest silence on a connection of {@link #slow()}: longer than the time that {@link #allow}
   * gives a copy of the largest size.
   */
  private static final Duration LONGEST_COPY = Duration.ofMinutes(30);

  /** Longest time of a request: that of one whose content a slow network takes hours for. */
  private static final Duration LONGEST_REQUEST = Duration.ofHours(4);

  private static final int ATTEMPTS = 3;
  private static final int PATIENT_ATTEMPTS = 5;
  private static final long EXPECT_CONTINUE_FROM = 1 << 20;

  /** Parameter of a request that sends a part of an upload. */
  private static final String UPLOAD = "uploadId";

  /**
   * Threads that end calls which take too long. One is enough: ending a call takes almost no time.
   */
  private static final int TIMER_THREADS = 1;

  private final S3Connection connection;
  private final AwsCredentialsProvider credentials;
  private final RetryStrategy retries;
  private final AnswerRoom room;

  /**
   * The SDK's default executor would keep the timers of answered calls until their time is over.
   */
  private final DeadlineTimers timers = new DeadlineTimers(TIMER_THREADS);

  private final TrustManager[] trusted;
  private final SdkHttpClient http;
  private final ServerChoice<S3Checksums> checksums;

  /** That for content of which no copy may be wrong, as long as the other is open. */
  private final ServerChoice<S3Checksums> beforeContent;

  private final ServerChoice<Boolean> announcements;
  private final ServerChoice<Digest> digests;
  private final ServerChoice<Digest> stated;
  private final S3Requests requests;
  private Optional<S3Client> usual = Optional.empty();
  private Optional<S3Client> plain = Optional.empty();
  private Optional<Slow> slow = Optional.empty();
  private Optional<S3Client> copies = Optional.empty();

  /** Connections on which silence may last, and what sends requests on them. */
  private record Slow(SdkHttpClient http, S3Requests requests) {}

  private S3Clients(
      S3Connection connection,
      AwsCredentialsProvider credentials,
      RetryStrategy retries,
      TrustManager[] trusted) {
    this.connection = connection;
    this.retries = retries;
    this.credentials = credentials;
    this.room = new AnswerRoom(connection.http().attemptTimeout());
    this.trusted = trusted;
    this.http = http(connection, connection.http().callTimeout(), trusted);
    boolean isSigned = !(credentials instanceof AnonymousCredentialsProvider);
    this.checksums =
        new ServerChoice<>(
            connection.endpoint(), S3Checksums.ofRequests(isSigned), S3Checksums::remark);
    this.beforeContent =
        new ServerChoice<>(connection.endpoint(), S3Checksums.BEFORE_CONTENT, S3Checksums::remark);
    this.announcements =
        new ServerChoice<>(
            connection.endpoint(),
            List.of(true, false),
            _ -> "the server keeps no checksum of objects that are sent in parts");
    this.digests =
        new ServerChoice<>(
            connection.endpoint(),
            List.of(Digest.values()),
            _ -> "the server wants Content-MD5 of requests that delete objects or set something");
    this.stated =
        new ServerChoice<>(
            connection.endpoint(), List.of(Digest.values()), _ -> S3Checksums.MD5.remark());
    this.requests = new S3Requests(connection, http, credentials, retries, timers, room);
  }

  /**
   * Makes the clients; nothing is sent.
   *
   * @param credentials asked for every request; closed with the clients
   * @throws IllegalArgumentException when the certificates cannot be read
   */
  public static S3Clients open(S3Connection connection, AwsCredentialsProvider credentials) {
    return open(connection, credentials, retries());
  }

  /**
   * Makes clients for programs that would give up where a caller of the driver asks again. They
   * retry more often, and go on retrying while a server throttles many requests at once.
   */
  public static S3Clients patient(S3Connection connection, AwsCredentialsProvider credentials) {
    return open(
        connection,
        credentials,
        new BusyRetries(
            AwsRetryStrategy.standardRetryStrategy().toBuilder()
                .maxAttempts(PATIENT_ATTEMPTS)
                .circuitBreakerEnabled(false)
                .build()));
  }

  private static S3Clients open(
      S3Connection connection, AwsCredentialsProvider credentials, RetryStrategy retries) {
    return new S3Clients(connection, credentials, retries, trusted(connection));
  }

  /** Returns the client for all calls except those of {@link #slow()}. */
  public S3Client calls() {
    return switch (checksums.present()) {
      case TRAILER -> takesOnlyMd5() ? plain() : usual();
      case HEADER, MD5 -> plain();
    };
  }

  private boolean takesOnlyMd5() {
    return checksums.present() == S3Checksums.MD5 || beforeContent.present() == S3Checksums.MD5;
  }

  /** Digest in a header of a request. */
  public enum Digest {
    CRC32,
    MD5;

    /** Returns the header that states it of this content. */
    public Map<String, String> header(byte[] content) {
      return switch (this) {
        case CRC32 -> {
          CRC32 crc = new CRC32();
          crc.update(content);
          yield Map.of("x-amz-checksum-crc32", Checksums.text(crc));
        }
        case MD5 -> {
          MessageDigest md5 = Checksums.md5();
          md5.update(content);
          yield Map.of("Content-MD5", Checksums.text(md5));
        }
      };
    }
  }

  /**
   * Sends content by a PUT, with the checksum that the server takes.
   *
   * @param headers all others
   * @see S3Checksums
   */
  public SdkHttpResponse send(
      String bucket,
      String key,
      Map<String, String> query,
      Map<String, String> headers,
      S3Body body) {
    Map<String, String> common = new HashMap<>(headers);
    common.putIfAbsent("Content-Type", S3Body.ANY_TYPE);
    if (body.length() >= EXPECT_CONTINUE_FROM) {
      common.put("Expect", "100-continue");
    }
    Allowance time =
        new Allowance(
            Duration.ofSeconds(body.length() / SLOW_NETWORK), connection.http().attemptTimeout());
    Function<S3Checksums, SdkHttpResponse> call =
        way -> {
          Map<String, String> all = new HashMap<>(common);
          all.putAll(way.headers(body));
          Body sent = new Body.Streamed(body, way == S3Checksums.TRAILER);
          return requests.send(
              new Request(
                  SdkHttpMethod.PUT, Optional.of(bucket), key, query, all, Optional.of(sent)),
              time,
              S3Answer::closed);
        };
    String server = requests.server();
    boolean known = connection.takesTrailers() || AwsEndpoint.is(connection.endpoint());
    if (known || S3Checksums.areUnderstood(server)) {
      return checksums.make(call);
    }
    boolean isTrial = query.containsKey(UPLOAD) && S3Checksums.areTried(server);
    return checksums.isOpen() && !isTrial
        ? beforeContent.make(call)
        : checksums.make(call, (way, answer) -> way.isShown(answer, body));
  }

  /** Makes a call that states the digest of content in a header, with the one that is taken. */
  public <T> T stating(Function<Digest, T> call) {
    return takesOnlyMd5() ? call.apply(Digest.MD5) : stated.make(call);
  }

  /**
   * Starts an upload.
   *
   * @param call is told whether the server takes announcements of checksums
   */
  public <T> T announcing(Function<Boolean, T> call) {
    return announcements.make(call);
  }

  /** Makes a call of which servers want a digest, with the one that the server takes. */
  public <T> T digesting(Function<S3Client, T> call) {
    return digests.make(way ->
        switch (way) {
          case CRC32 -> call.apply(calls());
          case MD5 -> call.apply(plain());
        });
  }

  /** Returns what was found out about the server, as sentences. */
  public List<String> remarks() {
    return Stream.of(checksums, beforeContent, stated, announcements, digests)
        .flatMap(each -> each.remark().stream())
        .distinct()
        .toList();
  }

  /** Returns the client for most calls. It is made for the first one: few mounts need it. */
  private synchronized S3Client usual() {
    S3Client known = usual.orElseGet(() -> limited(builder(http).build()));
    usual = Optional.of(known);
    return known;
  }

  /**
   * Returns the client that sends bodies as they are, and an MD5 where S3 demands a checksum. It is
   * made when a server wants it.
   */
  private synchronized S3Client plain() {
    S3Client known =
        plain.orElseGet(() ->
            limited(
                builder(http)
                    .requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)
                    .serviceConfiguration(s3 ->
                        s3.expectContinueThresholdInBytes(EXPECT_CONTINUE_FROM)
                            .chunkedEncodingEnabled(false))
                    .addPlugin(LegacyMd5Plugin.create())
                    .build()));
    plain = Optional.of(known);
    return known;
  }

  /** Returns what sends the requests for single objects. */
  public S3Requests requests() {
    return requests;
  }

  /** Returns the client for copying. It is made for the first copy. */
  public synchronized S3Client slow() {
    S3Client known = copies.orElseGet(() -> limited(builder(slowConnections().http()).build()));
    copies = Optional.of(known);
    return known;
  }

  private synchronized Slow slowConnections() {
    Slow known = slow.orElseGet(this::openSlow);
    slow = Optional.of(known);
    return known;
  }

  private Slow openSlow() {
    SdkHttpClient over = http(connection, LONGEST_COPY, trusted);
    return new Slow(over, new S3Requests(connection, over, credentials, retries, timers, room));
  }

  /**
   * Returns the deadline for an operation of several calls: that of this thread's operation, or a
   * new one with the call timeout.
   */
  public Deadline deadline() {
    return Deadline.current().orElseGet(() -> Deadline.after(connection.http().callTimeout()));
  }

  /** Returns {@link #calls()} limited by the deadline of one operation of several calls. */
  public S3Client within(Deadline deadline) {
    return within(calls(), deadline);
  }

  /** The same of a call of which servers want a digest. */
  public <T> T digesting(Deadline deadline, Function<S3Client, T> call) {
    return digesting(client -> call.apply(within(client, deadline)));
  }

  private S3Client within(S3Client client, Deadline deadline) {
    return new S3Within(client, () -> Optional.of(deadline), connection);
  }

  private S3Client limited(S3Client client) {
    return new S3Within(client, Deadline::current, connection);
  }

  /** Returns how the server is reached. */
  public S3Connection connection() {
    return connection;
  }

  /** Returns the HTTP client that {@link #calls()} uses. */
  public SdkHttpClient http() {
    return http;
  }

  /** Returns the source of the credentials. */
  public AwsCredentialsProvider credentials() {
    return credentials;
  }

  /**
   * Returns a strategy with at most {@value #ATTEMPTS} attempts, and the SDK's own pauses between
   * them; only a server that is busy is asked until there is no time left.
   */
  public static RetryStrategy retries() {
    return new BusyRetries(
        AwsRetryStrategy.standardRetryStrategy().toBuilder().maxAttempts(ATTEMPTS).build());
  }

  /** Returns time limits for a call like any other. */
  public AwsRequestOverrideConfiguration allowUsual() {
    return allow(new Allowance(Duration.ZERO, connection.http().attemptTimeout()));
  }

  /**
   * Returns time limits for a call that makes the server copy this many bytes. The server sends
   * nothing meanwhile, so a retry before it has finished would only make it start again.
   */
  public AwsRequestOverrideConfiguration allowCopying(long bytes) {
    return allow(copying(bytes));
  }

  private AwsRequestOverrideConfiguration allow(Allowance time) {
    Duration call = Deadline.leftOf(connection.http().callTimeout());
    Duration attempt = call.compareTo(time.attempt()) < 0 ? call : time.attempt();
    return AwsRequestOverrideConfiguration.builder()
        .apiCallAttemptTimeout(attempt.plus(time.more()))
        .apiCallTimeout(call.plus(time.more()))
        .build();
  }

  /** Sends a request that makes the server join this many bytes, with time for that. */
  public <T> T join(Request request, long bytes, Reading<T> reading) {
    return slowConnections().requests().send(request, copying(bytes), reading);
  }

  private Allowance copying(long bytes) {
    Duration more = Duration.ofSeconds(bytes / SLOW_COPY);
    Duration call = connection.http().callTimeout();
    return Deadline.current().isPresent()
        ? new Allowance(more, call)
        : new Allowance(more.plus(call), connection.http().attemptTimeout());
  }

  private S3ClientBuilder builder(SdkHttpClient over) {
    return S3Client.builder()
        .httpClient(over)
        .endpointOverride(connection.endpoint())
        // The endpoint says which it is, whatever the environment has for AWS's tools.
        .dualstackEnabled(false)
        .fipsEnabled(false)
        .region(Region.of(connection.region()))
        .forcePathStyle(connection.pathStyle())
        .credentialsProvider(credentials)
        .requestChecksumCalculation(RequestChecksumCalculation.WHEN_SUPPORTED)
        // Each get requests it if it can be used: the checksum of a whole object says nothing of a
        // range.
        .responseChecksumValidation(ResponseChecksumValidation.WHEN_REQUIRED)
        // A large body that the server refuses should not be sent first; a small one should not
        // wait.
        .serviceConfiguration(s3 -> s3.expectContinueThresholdInBytes(EXPECT_CONTINUE_FROM))
        .overrideConfiguration(override -> {
          connection.headers().forEach(override::putHeader);
          override
              .apiCallTimeout(connection.http().callTimeout())
              .apiCallAttemptTimeout(connection.http().attemptTimeout())
              .retryStrategy(retries)
              .addExecutionInterceptor(new S3AnswerBounds(room))
              .scheduledExecutorService(timers)
              // The driver must not use the settings in a developer's ~/.aws.
              .defaultProfileFile(ProfileFile.aggregator().build());
        });
  }

  /**
   * Sets where a client for another service than S3 sends its requests.
   *
   * @param endpoint where the server has that service; empty: where AWS has it for the region,
   *     behind an endpoint like that of S3
   */
  static <B extends AwsClientBuilder<B, C>, C> B reaching(
      B builder, S3Connection connection, Optional<URI> endpoint) {
    endpoint.ifPresent(builder::endpointOverride);
    return builder
        .region(Region.of(connection.region()))
        .dualstackEnabled(endpoint.isEmpty() && AwsEndpoint.isDualStack(connection.endpoint()))
        .fipsEnabled(endpoint.isEmpty() && AwsEndpoint.isFips(connection.endpoint()));
  }

  /** Returns what clients of the SDK have in common: time limits, attempts, and no profile. */
  static ClientOverrideConfiguration.Builder limits(S3Connection connection) {
    return ClientOverrideConfiguration.builder()
        .apiCallTimeout(connection.http().callTimeout())
        .apiCallAttemptTimeout(connection.http().attemptTimeout())
        .retryStrategy(retries())
        // The driver must not use the settings in a developer's ~/.aws.
        .defaultProfileFile(ProfileFile.aggregator().build());
  }

  DeadlineTimers timers() {
    return timers;
  }

  /** Returns the number of pending timers: two for each call without an answer yet. */
  int timersSet() {
    return timers.getQueue().size();
  }

  static SdkHttpClient http(S3Connection connection, Duration longestSilence) {
    return http(connection, longestSilence, trusted(connection));
  }

  private static TrustManager[] trusted(S3Connection connection) {
    return CaCertificate.trust(connection.http().caCertificate());
  }

  private static SdkHttpClient http(
      S3Connection connection, Duration longestSilence, TrustManager[] trusted) {
    Apache5HttpClient.Builder builder =
        Apache5HttpClient.builder()
            .maxConnections(connection.maxConnections())
            .connectionTimeout(connection.http().attemptTimeout())
            // The time limits of the call end this wait, too; they count only time in which it
            // could run.
            .connectionAcquisitionTimeout(LONGEST_COPY)
            .socketTimeout(longestSilence)
            .expectContinueEnabled(false)
            .tcpKeepAlive(true)
            .tlsTrustManagersProvider(() -> trusted)
            .proxyConfiguration(proxy(connection));
    if (connection.proxy().isEmpty()) {
      builder.httpRoutePlanner(new WholePieces());
    }
    return new RenewedHttpClient(builder::build, LONGEST_REQUEST);
  }

  private synchronized void closeOthers() {
    usual.ifPresent(S3Client::close);
    plain.ifPresent(S3Client::close);
    copies.ifPresent(S3Client::close);
    slow.ifPresent(each -> each.http().close());
  }

  /** Without the SDK's own idea of which proxy is used for what. */
  private static ProxyConfiguration proxy(S3Connection connection) {
    ProxyConfiguration.Builder configuration =
        ProxyConfiguration.builder()
            .useSystemPropertyValues(false)
            .useEnvironmentVariableValues(false);
    connection
        .proxy()
        .ifPresent(proxy -> {
          configuration.endpoint(URI.create(proxy.toString()));
          proxy
              .login()
              .ifPresent(login ->
                  configuration
                      .username(login.user())
                      .password(login.password().reveal())
                      .preemptiveBasicAuthenticationEnabled(true));
        });
    return configuration.build();
  }

  @Override
  public void close() {
    closeOthers();
    http.close();
    if (credentials instanceof SdkAutoCloseable own) {
      own.close();
    }
    timers.shutdownNow();
  }

  /**
   * Routes without a proxy, and has bodies written to the connection in the pieces in which they
   * are made: the HTTP client copies 4 KiB at a time, and makes a system call for each two of
   * these. The SDK shows a request to nothing else than the route planner before it is sent.
   */
  private static final class WholePieces implements HttpRoutePlanner {
    private final HttpRoutePlanner routes =
        new DefaultRoutePlanner(DefaultSchemePortResolver.INSTANCE);

    @Override
    public HttpRoute determineRoute(HttpHost target, HttpContext context) throws HttpException {
      return routes.determineRoute(target, context);
    }

    @Override
    public HttpRoute determineRoute(HttpHost target, HttpRequest request, HttpContext context)
        throws HttpException {
      if (request instanceof HttpEntityContainer sent) {
        Optional.ofNullable(sent.getEntity())
            .filter(body -> !body.isRepeatable())
            .ifPresent(body -> sent.setEntity(new Pieces(body)));
      }
      return routes.determineRoute(target, request, context);
    }

    private static final class Pieces extends HttpEntityWrapper {
      Pieces(HttpEntity body) {
        super(body);
      }

      @Override
      public void writeTo(OutputStream to) throws IOException {
        try (InputStream content = getContent()) {
          content.transferTo(to);
        }
      }
    }
  }
}
