package io.windlass.store.azure.client;

import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.HttpMethod;
import com.azure.core.http.HttpPipeline;
import com.azure.core.http.HttpRequest;
import com.azure.core.http.HttpResponse;
import com.azure.core.util.BinaryData;
import com.azure.core.util.Context;
import io.windlass.error.AnswerTooLong;
import io.windlass.error.DriverException;
import io.windlass.error.Failure;
import io.windlass.error.Meaning;
import io.windlass.operation.Deadline;
import io.windlass.secret.Secret;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Access tokens of identities, from Entra's token endpoint ("OAuth 2.0 client credentials flow"). A
 * token is kept, and is replaced some minutes before it ends.
 */
final class AzureEntra {
  /** Audience of tokens for data, in all clouds ("Authorize with Microsoft Entra ID"). */
  static final String STORAGE = "https://storage.azure.com";

  /** A token is replaced when less than this is left of its validity. */
  private static final Duration MARGIN = Duration.ofMinutes(5);

  /** Pause after Entra could not be reached, while the current token is valid. */
  private static final Duration PAUSE = Duration.ofSeconds(30);

  /** Error code at the beginning of an error's message. */
  private static final Pattern ERROR = Pattern.compile("AADSTS\\d+");

  private final AzureConnection connection;
  private final HttpPipeline pipeline;
  private final LongSupplier clock;
  private final JsonMapper json = new JsonMapper();
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<String, Known> known = new ConcurrentHashMap<>();

  /**
   * Creates it; nothing is sent.
   *
   * @param pipeline sends requests without authorization
   * @param clock counts nanoseconds
   */
  AzureEntra(AzureConnection connection, HttpPipeline pipeline, LongSupplier clock) {
    this.connection = connection;
    this.pipeline = pipeline;
    this.clock = clock;
  }

  /**
   * A token that was issued.
   *
   * @param renewal when another one is asked for
   * @param until when it ends
   */
  private record Known(AzureIdentity identity, Secret token, long renewal, long until) {
    /** Returns the same, to be replaced some time later. */
    Known keptOn(long now) {
      return new Known(identity, token, now + PAUSE.toNanos(), until);
    }
  }

  /**
   * Returns a token of an identity. While one thread asks for another token, the others go on with
   * the one that still lasts.
   *
   * @param audience what the token is for
   * @throws DriverException.Unauthenticated when Entra does not accept the identity
   * @throws DriverException.Unavailable when Entra cannot be reached
   */
  Secret token(AzureIdentity identity, String audience) {
    Optional<Known> last = known(identity, audience).filter(this::lasts);
    if (last.filter(this::isFresh).isPresent()) {
      return last.get().token;
    }
    if (!locked(last.isPresent())) {
      return last.orElseThrow(() -> failure(Failure.of(Meaning.UNAVAILABLE, "it is slow"), null))
          .token;
    }
    try {
      Optional<Known> renewed = known(identity, audience).filter(this::isFresh);
      Known now = renewed.orElseGet(() -> renewed(identity, audience, last));
      known.put(audience, now);
      return now.token;
    } finally {
      lock.unlock();
    }
  }

  private boolean isFresh(Known one) {
    return one.renewal - clock.getAsLong() > 0;
  }

  private boolean lasts(Known one) {
    return one.until - clock.getAsLong() > 0;
  }

  private Optional<Known> known(AzureIdentity identity, String audience) {
    return Optional.ofNullable(known.get(audience)).filter(one -> one.identity.equals(identity));
  }

  /**
   * Takes the lock.
   *
   * @param atOnce whether not to wait for it
   */
  private boolean locked(boolean atOnce) {
    try {
      long wait = atOnce ? 0 : Deadline.leftOf(connection.http().callTimeout()).toNanos();
      return lock.tryLock(wait, TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private Known renewed(AzureIdentity identity, String audience, Optional<Known> last) {
    try {
      return issue(identity, audience);
    } catch (DriverException.Unavailable e) {
      return last.filter(this::lasts)
          .map(one -> one.keptOn(clock.getAsLong()))
          .orElseThrow(() -> e);
    }
  }

  private Known issue(AzureIdentity identity, String audience) {
    HttpRequest request =
        new HttpRequest(
                HttpMethod.POST,
                "%s/%s/oauth2/v2.0/token"
                    .formatted(connection.management().authority(), identity.tenantId()))
            .setHeader(HttpHeaderName.CONTENT_TYPE, "application/x-www-form-urlencoded")
            .setBody(BinaryData.fromString(form(identity, audience)));
    long asked = clock.getAsLong();
    try (HttpResponse answer = pipeline.sendSync(request, Context.NONE)) {
      return issued(identity, answer, asked);
    } catch (DriverException e) {
      throw e;
    } catch (RuntimeException e) {
      throw failure(Failure.unanswered(e), e);
    }
  }

  private static String form(AzureIdentity identity, String audience) {
    Map<String, String> fields = new TreeMap<>();
    fields.put("grant_type", "client_credentials");
    fields.put("client_id", identity.clientId());
    fields.put("scope", audience + "/.default");
    switch (identity.proof()) {
      case AzureIdentity.Proof.ClientSecret(Secret secret) ->
          fields.put("client_secret", secret.reveal());
      case AzureIdentity.Proof.Assertion(Secret token) -> {
        fields.put(
            "client_assertion_type", "urn:ietf:params:oauth:client-assertion-type:jwt-bearer");
        fields.put("client_assertion", token.reveal());
      }
    }
    return fields.entrySet().stream()
        .map(each ->
            each.getKey() + "=" + URLEncoder.encode(each.getValue(), StandardCharsets.UTF_8))
        .collect(Collectors.joining("&"));
  }

  private Known issued(AzureIdentity identity, HttpResponse answer, long asked) {
    int status = answer.getStatusCode();
    JsonNode body = body(answer);
    String token = body.path("access_token").asString("");
    long seconds = body.path("expires_in").asLong(0);
    if (status == 200 && !token.isEmpty() && seconds > 0) {
      long until = asked + Duration.ofSeconds(seconds).toNanos();
      return new Known(identity, Secret.of(token), until - MARGIN.toNanos(), until);
    }
    Matcher number = ERROR.matcher(body.path("error_description").asString(""));
    String code = number.find() ? number.group() : body.path("error").asString("");
    if (status == 429 || status >= 500) {
      throw failure(Failure.of(Meaning.UNAVAILABLE, "HTTP " + status), null);
    }
    if (code.isEmpty()) {
      throw failure(
          new Failure(
              Meaning.FOREIGN,
              "the answer is not one of Entra (HTTP %d): check setting AUTHORITY"
                  .formatted(status)),
          null);
    }
    throw failure(
        new Failure(
            Meaning.UNAUTHENTICATED,
            "it does not accept the identity (%s): check tenantId, clientId, and clientSecret or"
                    .formatted(code)
                + " federatedToken"),
        null);
  }

  private JsonNode body(HttpResponse answer) {
    try {
      return json.readTree(answer.getBodyAsBinaryData().toBytes());
    } catch (JacksonException | AnswerTooLong e) {
      return json.createObjectNode(); // a gateway's page, say
    }
  }

  private DriverException failure(Failure failure, @Nullable Throwable cause) {
    return AzureErrors.of("Entra")
        .through(connection.http().proxies().of(connection.management().authority()))
        .of(
            failure,
            "issue a token at",
            String.valueOf(connection.management().authority()),
            cause);
  }
}
