package io.windlass.store.local;

import io.windlass.store.s3.client.S3Checksums;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.gaul.s3proxy.AccessGrant;
import org.gaul.s3proxy.S3ProxyHandler;
import org.gaul.s3proxy.auth.AuthenticationType;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.awscore.exception.AwsServiceException;

/**
 * Forwards requests to S3Proxy's request handler, which checks signatures and implements S3, and
 * answers for the exceptions that the handler throws. Unsigned requests are refused first.
 */
final class S3Servlet extends HttpServlet {
  private static final long serialVersionUID = 1L;
  private static final Logger log = LoggerFactory.getLogger(S3Servlet.class);

  private static final long MAX_PUT_BYTES = 5L << 30;
  private static final int MAX_CHUNK_BYTES = 1 << 20;
  private static final int MAX_CLOCK_SKEW_SECONDS = 15 * 60;

  /** Headers can change what a request means, as x-amz-write-offset-bytes does. */
  private static final boolean IGNORE_UNKNOWN_HEADERS = false;

  private static final Pattern LOCATION = Pattern.compile("(^|&)location(=|&|$)");
  private static final Pattern EMPTY_SEGMENT = Pattern.compile("(?i)(/|%2F){2}");

  private final transient UploadStore store;
  private final transient Function<String, Optional<Identity>> identities;
  private final transient S3ProxyHandler handler;
  private final transient HeldBodies bodies = new HeldBodies();
  private final transient ScopedValue<Call> current = ScopedValue.newInstance();

  S3Servlet(UploadStore store, Function<String, Optional<Identity>> identities) {
    this.store = store;
    this.identities = identities;
    this.handler =
        new S3ProxyHandler(
            new GuardedStore(store, new Guard(PrincipalPermissions.NONE, Call.NONE)),
            AuthenticationType.AWS_V4,
            "",
            "",
            null,
            MAX_PUT_BYTES,
            HeldBodies.MAX_BYTES,
            MAX_CHUNK_BYTES,
            IGNORE_UNKNOWN_HEADERS,
            null,
            null,
            MAX_CLOCK_SKEW_SECONDS);
    handler.setBlobStoreLocator(this::locate);
  }

  /**
   * Returns the secret of an access key, and the store as that key may use it; null if the key is
   * unknown. Bucket and key are those of the address, or of the source of a copy. The handler calls
   * this before it checks the signature.
   */
  private @Nullable AccessGrant locate(
      @Nullable String accessKeyId, @Nullable String bucket, @Nullable String key) {
    if (accessKeyId == null) {
      return null;
    }
    Call call = current.get().at(bucket, key);
    return identities.apply(accessKeyId).map(identity -> grant(identity, call)).orElse(null);
  }

  private AccessGrant grant(Identity identity, Call call) {
    if (call.asksLocation()) {
      if (!identity.permissions().allowsBucket("s3:GetBucketLocation", call.bucket())) {
        throw Refusal.accessDenied();
      }
      store.requireBucket(call.bucket());
    }
    return new AccessGrant(
        identity.secret().reveal(),
        new GuardedStore(store, new Guard(identity.permissions(), call)));
  }

  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    RequestBody body = new RequestBody(request.getInputStream());
    response.setHeader("Server", S3Checksums.EMBEDDED); // so content comes with trailers
    try {
      serve(request, response, body);
    } catch (AwsServiceException e) {
      refuse(request, response, body, e);
    } catch (IllegalArgumentException e) {
      log.debug("a request is malformed", e);
      refuse(request, response, body, Refusal.invalid("the request is malformed"));
    } catch (UnsupportedOperationException e) {
      refuse(request, response, body, Refusal.notImplemented("this operation"));
    } catch (IOException e) {
      if (response.isCommitted()) {
        log.debug("a client did not wait for the end of the answer", e);
      } else {
        refuse(request, response, body, inside(e));
      }
    } catch (RuntimeException e) {
      refuse(request, response, body, inside(e));
    }
  }

  private void serve(HttpServletRequest request, HttpServletResponse response, RequestBody body)
      throws IOException {
    String query = Objects.requireNonNullElse(request.getQueryString(), "");
    boolean presigned = query.contains("X-Amz-Algorithm=");
    if (request.getHeader("Authorization") == null && !presigned) {
      throw Refusal.accessDenied();
    }
    requirePath(request);
    QueryParameters.requireKnown(request);
    S3ProxyHandler.RequestContext context = new S3ProxyHandler.RequestContext();
    Call call =
        new Call(
            LOCATION.matcher(query).find(),
            context::getOperation,
            "",
            "",
            Optional.ofNullable(request.getHeader("If-Match")),
            Optional.ofNullable(request.getHeader("If-None-Match")));
    try (HeldBodies.Room _ = bodies.roomFor(request, presigned)) {
      ScopedValue.where(current, call)
          .call(() -> {
            handler.doHandle(request, new ConditionalRequest(request), response, body, context);
            return true;
          });
    }
  }

  /**
   * Refuses paths with an empty segment, for which clients and S3Proxy compute different
   * signatures.
   */
  private static void requirePath(HttpServletRequest request) {
    if (EMPTY_SEGMENT.matcher(request.getRequestURI()).find()) {
      boolean reading = request.getMethod().equals("GET") || request.getMethod().equals("HEAD");
      throw reading
          ? Refusal.noSuchKey()
          : Refusal.invalidKey("a key in a directory must not begin with '/' nor contain '//'");
    }
  }

  /** Returns the S3 error for an exception from the handler or the store. */
  private static AwsServiceException inside(Exception thrown) {
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      if (cause instanceof AwsServiceException known) {
        return known;
      }
      if (cause instanceof FileSystemException failed) {
        return Refusal.disk(failed);
      }
    }
    if (thrown instanceof IOException) {
      log.debug("a body was not read to its end", thrown);
      return Refusal.incompleteBody();
    }
    log.error("a request failed", thrown);
    return Refusal.of(500, "InternalError", "the server failed; its log says how");
  }

  private static void refuse(
      HttpServletRequest request,
      HttpServletResponse response,
      RequestBody body,
      AwsServiceException e)
      throws IOException {
    if (response.isCommitted()) {
      throw new IOException("failed after the answer had begun", e);
    }
    boolean waiting = request.getHeader("Expect") != null && !body.touched();
    boolean drained = waiting || body.drain();
    response.reset();
    if (!drained) {
      response.setHeader("Connection", "close");
    }
    Refusal.write(e, response, request.getMethod().equals("HEAD"));
  }
}
