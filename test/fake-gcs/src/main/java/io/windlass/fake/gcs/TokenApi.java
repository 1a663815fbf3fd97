package io.windlass.fake.gcs;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.PublicKey;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.Supplier;
import tools.jackson.databind.node.ObjectNode;

/**
 * Access tokens: for the signed assertion of a service account
 * (developers.google.com/identity/protocols/oauth2/service-account#httprest), and in exchange for
 * other tokens (cloud.google.com/iam/docs/reference/sts/rest/v1/TopLevel/token).
 */
final class TokenApi {
  private static final String GRANT = "urn:ietf:params:oauth:grant-type:";
  private static final String TYPE = "urn:ietf:params:oauth:token-type:";

  /** Issuer of a workload's tokens. */
  private record Provider(String issuer, PublicKey key) {}

  private final ServiceAccounts accounts;
  private final Tokens tokens;
  private final Supplier<URI> base;
  private final Map<String, Provider> providers = new HashMap<>();

  TokenApi(ServiceAccounts accounts, Tokens tokens, Supplier<URI> base) {
    this.accounts = accounts;
    this.tokens = tokens;
    this.base = base;
  }

  /** The audience of another provider of a pool. */
  String trust(String pool, String provider, String issuer, PublicKey key) {
    String audience =
        "//iam.googleapis.com/projects/%s/locations/global/workloadIdentityPools/%s/providers/%s"
            .formatted(FakeGcs.PROJECT_NUMBER, pool, provider);
    providers.put(audience, new Provider(issuer, key));
    return audience;
  }

  private static Refusal refused(String error, String description) {
    return Refusal.of(400, error, description);
  }

  private static String field(SortedMap<String, List<String>> form, String name) {
    return form.getOrDefault(name, List.of("")).getLast();
  }

  private static SortedMap<String, List<String>> form(WireRequest request) {
    return WireRequest.form(new String(request.body(), StandardCharsets.UTF_8));
  }

  private static Set<String> scopes(String text) {
    if (text.isBlank()) {
      throw refused("invalid_scope", "Invalid OAuth scope or ID token audience provided.");
    }
    return Set.of(text.strip().split(" +", -1));
  }

  /** oauth2.googleapis.com/token. */
  WireAnswer assertion(WireRequest request) {
    SortedMap<String, List<String>> form = form(request);
    if (!field(form, "grant_type").equals(GRANT + "jwt-bearer")) {
      throw refused("unsupported_grant_type", "Invalid grant_type: " + field(form, "grant_type"));
    }
    SignedJwt jwt =
        SignedJwt.of(field(form, "assertion"))
            .orElseThrow(() -> refused("invalid_grant", "Invalid JWT: not a signed token."));
    ServiceAccounts.Account account =
        accounts
            .find(jwt.claim("iss"))
            .orElseThrow(() -> refused("invalid_grant", "Invalid grant: account not found"));
    boolean signed =
        JsonText.text(jwt.header(), "kid")
            .flatMap(id -> Optional.ofNullable(account.keys().get(id)))
            .filter(jwt::isSignedBy)
            .isPresent();
    if (!signed) {
      throw refused("invalid_grant", "Invalid JWT Signature.");
    }
    if (!jwt.audiences().contains("https://oauth2.googleapis.com/token")
        && !jwt.audiences().contains(base.get() + "/token")) {
      throw refused("invalid_grant", "Invalid JWT: Failed audience check.");
    }
    requireTimes(jwt);
    if (!jwt.claim("sub").isEmpty() && !jwt.claim("sub").equals(jwt.claim("iss"))) {
      throw Refusal.unknown("assertions for other subjects");
    }
    Principal principal =
        new Principal(
            "serviceAccount:" + account.email(), scopes(jwt.claim("scope")), Optional.empty());
    return WireAnswer.json(issued(tokens.issue(principal)));
  }

  /** Clients date assertions by the real time, whatever passed for the service. */
  private static void requireTimes(SignedJwt jwt) {
    Instant now = Instant.now();
    Duration life = Duration.between(jwt.time("iat"), jwt.time("exp"));
    if (jwt.time("exp").isBefore(now)
        || jwt.time("iat").isAfter(now.plusSeconds(300))
        || life.compareTo(Duration.ofHours(1)) > 0) {
      throw refused(
          "invalid_grant",
          "Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe.");
    }
  }

  private ObjectNode issued(String token) {
    return JsonText.object()
        .put("access_token", token)
        .put("expires_in", tokens.secondsLeft(token))
        .put("token_type", "Bearer");
  }

  /** sts.googleapis.com/v1/token. */
  WireAnswer exchange(WireRequest request) {
    SortedMap<String, List<String>> form = form(request);
    if (!field(form, "grant_type").equals(GRANT + "token-exchange")) {
      throw refused("unsupported_grant_type", "Invalid grant_type: " + field(form, "grant_type"));
    }
    if (!field(form, "requested_token_type").equals(TYPE + "access_token")) {
      throw refused("invalid_request", "Invalid requested_token_type.");
    }
    String subject = field(form, "subject_token");
    String type = field(form, "subject_token_type");
    ObjectNode answer;
    if (type.equals(TYPE + "access_token")) {
      answer = downscoped(subject, field(form, "options"));
    } else if (type.equals(TYPE + "jwt") || type.equals(TYPE + "id_token")) {
      answer =
          issued(tokens.issue(federated(subject, field(form, "audience"), field(form, "scope"))));
    } else {
      throw refused("invalid_request", "Invalid subject_token_type: " + type);
    }
    return WireAnswer.json(answer.put("issued_token_type", TYPE + "access_token"));
  }

  /**
   * cloud.google.com/iam/docs/downscoping-short-lived-credentials. The token ends with its source,
   * and the answer says when only if that is a service account's: google-auth-library-java,
   * DownscopedCredentials#refreshAccessToken.
   */
  private ObjectNode downscoped(String subject, String options) {
    Principal whole =
        tokens.find(subject).orElseThrow(() -> refused("invalid_grant", "Invalid subject token."));
    if (whole.boundary().isPresent()) {
      throw refused("invalid_request", "The subject token is downscoped already.");
    }
    AccessBoundary boundary =
        AccessBoundary.of(JsonText.object(options.getBytes(StandardCharsets.UTF_8)));
    ObjectNode answer =
        issued(
            tokens.issueFrom(
                subject, new Principal(whole.member(), whole.scopes(), Optional.of(boundary))));
    return whole.member().startsWith("serviceAccount:") ? answer : answer.without("expires_in");
  }

  /** cloud.google.com/iam/docs/workload-identity-federation: the subject is google.subject. */
  private Principal federated(String subject, String audience, String scope) {
    Provider provider =
        Optional.ofNullable(providers.get(audience))
            .orElseThrow(() ->
                refused(
                    "invalid_target",
                    "The target service indicated by the \"audience\" parameters is invalid."));
    SignedJwt jwt =
        SignedJwt.of(subject)
            .filter(each -> each.isSignedBy(provider.key()))
            .orElseThrow(
                () -> refused("invalid_grant", "The signature of the subject token is invalid."));
    if (!jwt.claim("iss").equals(provider.issuer())) {
      throw refused("invalid_grant", "The issuer in ID Token does not match the expected one.");
    }
    // The default audiences: the provider's full name, with and without https
    if (!jwt.audiences().contains(audience) && !jwt.audiences().contains("https:" + audience)) {
      throw refused(
          "invalid_grant", "The audience in ID Token does not match the expected audience.");
    }
    if (jwt.time("exp").isBefore(Instant.now())) {
      throw refused("invalid_grant", "ID Token is stale to sign-in.");
    }
    String pool = audience.substring(0, audience.indexOf("/providers/"));
    return new Principal(
        "principal:" + pool + "/subject/" + jwt.claim("sub"), scopes(scope), Optional.empty());
  }
}
