package io.windlass.store.gcs.access;

import io.windlass.access.BucketGrant;
import io.windlass.access.Credential;
import io.windlass.access.NodeSessions;
import io.windlass.error.DriverException;
import io.windlass.error.StoreErrors;
import io.windlass.secret.Secret;
import io.windlass.store.gcs.client.GcsProtocol;
import io.windlass.store.gcs.client.GcsService;
import io.windlass.store.gcs.client.GcsTransport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Tokens for nodes: the driver's own, cut to one bucket and to a {@linkplain GcsRole role}
 * ("Downscope with Credential Access Boundaries"). They take no service account and are effective
 * at once; they end with the driver's token, after an hour at most. The bucket needs uniform
 * bucket-level access.
 */
public final class GcsNodeTokens implements NodeSessions {
  private static final String GRANT = "urn:ietf:params:oauth:grant-type:token-exchange";
  private static final String ACCESS_TOKEN = "urn:ietf:params:oauth:token-type:access_token";
  private static final String REFUSED = "invalid_grant";

  /** How long it is believed that a role is there. */
  private static final Duration ROLE_KNOWN_FOR = Duration.ofHours(1);

  /** If the driver's token ends earlier, it is renewed first. */
  private static final Duration LEAST = Duration.ofMinutes(20);

  private static final JsonMapper JSON = new JsonMapper();

  private final GcsService service;
  private final StoreErrors errors;
  private final GcsIam iam;
  private final AtomicReference<Optional<WriterRole>> writer =
      new AtomicReference<>(Optional.empty());

  /** Name of the role of nodes that write, and when it was looked for. */
  private record WriterRole(String name, Instant seen) {}

  /** Creates it; nothing is sent. */
  public GcsNodeTokens(GcsService service, StoreErrors errors) {
    this.service = service;
    this.errors = errors;
    this.iam = new GcsIam(service, errors);
  }

  @Override
  public Credential.Key issue(BucketGrant grant, String name) {
    String boundary = boundary(grant);
    Secret own = service.token(Optional.empty());
    Optional<Credential.Key> made = early(own, grant, boundary);
    Instant soon = Instant.now().plus(LEAST);
    return made.filter(key -> key.expires().filter(soon::isBefore).isPresent())
        .orElseGet(() -> exchanged(service.token(Optional.of(own)), grant, boundary));
  }

  /** Exchanges a token that the service may have ended early; empty if it has. */
  private Optional<Credential.Key> early(Secret own, BucketGrant grant, String boundary) {
    try {
      return Optional.of(exchanged(own, grant, boundary));
    } catch (DriverException.Unauthenticated e) {
      return Optional.empty();
    }
  }

  private String boundary(BucketGrant grant) {
    if (!grant.prefix().isEmpty()) {
      throw new DriverException.InvalidArgument(
          "prefix '%s': the parts of large files lie outside of it, so a node needs a whole bucket"
              .formatted(grant.prefix()));
    }
    String role = grant.modes().objectData().writes() ? writer() : iam.roleNamed(GcsRole.READ);
    return JSON.writeValueAsString(
        Map.of(
            "accessBoundary",
            Map.of(
                "accessBoundaryRules",
                List.of(
                    Map.of(
                        "availableResource",
                        "//storage.googleapis.com/projects/_/buckets/" + grant.bucket(),
                        "availablePermissions",
                        List.of("inRole:" + role))))));
  }

  /** Returns the name of the custom role, which is looked for now and then. */
  private String writer() {
    Instant since = Instant.now().minus(ROLE_KNOWN_FOR);
    return writer
        .get()
        .filter(known -> known.seen().isAfter(since))
        .map(WriterRole::name)
        .orElseGet(() -> {
          String name = iam.roleNamed(GcsRole.READ_WRITE);
          writer.set(Optional.of(new WriterRole(name, Instant.now())));
          return name;
        });
  }

  /** "Method: token" of the Security Token Service. */
  private Credential.Key exchanged(Secret own, BucketGrant grant, String boundary) {
    Map<String, String> form =
        Map.of(
            "grant_type", GRANT,
            "requested_token_type", ACCESS_TOKEN,
            "subject_token_type", ACCESS_TOKEN,
            "subject_token", own.reveal(),
            "options", boundary);
    String text =
        form.entrySet().stream()
            .map(each ->
                each.getKey() + "=" + URLEncoder.encode(each.getValue(), StandardCharsets.UTF_8))
            .collect(Collectors.joining("&"));
    URI url =
        URI.create(
            service.connection().management().sts().toString().replaceAll("/$", "") + "/v1/token");
    Instant asked = Instant.now();
    return errors.call(
        "make a token for",
        grant.bucket(),
        () -> {
          JsonNode answer = send(url, text);
          return GcsProtocol.token(
              Secret.of(answer.path("access_token").asString()), expires(answer, asked, own));
        });
  }

  /** The service leaves the time out for a token that another identity provider began. */
  private Instant expires(JsonNode answer, Instant asked, Secret own) {
    JsonNode seconds = answer.path("expires_in");
    return seconds.isIntegralNumber()
        ? asked.plusSeconds(seconds.asLong())
        : service
            .expires(own)
            .orElseThrow(() ->
                new DriverException.Unavailable(
                    "neither the token service nor the driver's token says when it ends", null));
  }

  private JsonNode send(URI url, String form) {
    try (GcsTransport.Received received =
        service
            .transport()
            .send(
                () ->
                    HttpRequest.newBuilder(url)
                        .header("Content-Type", "application/x-www-form-urlencoded")
                        .POST(BodyPublishers.ofString(form)),
                Duration.ZERO,
                true)) {
      JsonNode answer = JSON.readTree(received.body().readAllBytes());
      if (received.status() == 200 && answer.path("access_token").isString()) {
        return answer;
      }
      String why =
          "the token service answered %d (%s)"
              .formatted(received.status(), answer.path("error").asString("no token"));
      throw received.status() == 429 || received.status() >= 500
          ? new DriverException.Unavailable(why, null)
          : answer.path("error").asString("").equals(REFUSED)
              ? new DriverException.Unauthenticated(why, null)
              : new DriverException.FailedPrecondition(why);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (JacksonException e) {
      // Jackson's message may show the token.
      throw new DriverException.Unavailable("the token service did not answer in JSON", null);
    }
  }

  @Override
  public String needs(UnaryOperator<String> variable) {
    return ("give the driver's identity a role of the buckets' objects (roles/storage.objectUser)"
            + " and one to make the role of its tokens (roles/iam.roleAdmin), and let %s say where"
            + " the security token service is")
        .formatted(variable.apply("STS"));
  }
}
