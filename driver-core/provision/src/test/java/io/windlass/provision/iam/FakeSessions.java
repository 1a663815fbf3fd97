package io.windlass.provision.iam;

import io.windlass.testing.TokenIssuer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The sessions of roles of {@link FakeIam}: AssumeRoleWithWebIdentity ("STS API Reference"), by the
 * tokens of issuers that the account has a provider for, and AssumeRole.
 */
final class FakeSessions {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  /** STS API: the pattern of a session's name. */
  private static final String NAME = "[\\w+=,.@-]{2,64}";

  /** Claims that conditions can be of. */
  private static final Set<String> CLAIMS = Set.of("aud", "sub");

  /** STS API: the default of DurationSeconds, and of a role's MaxSessionDuration. */
  private static final Duration LIFE = Duration.ofHours(1);

  private final Map<String, TokenIssuer> providers = new HashMap<>();
  private final Map<String, Session> sessions = new HashMap<>();

  /** A session of the role of an id. */
  record Session(String roleId, String token, Instant end) {}

  /** Makes an identity provider, and returns its ARN. */
  String add(TokenIssuer issuer) {
    String arn =
        "arn:aws:iam::%s:oidc-provider/%s"
            .formatted(FakeRoles.ACCOUNT, issuer.name().replace("https://", ""));
    providers.put(arn, issuer);
    return arn;
  }

  /** Returns the session that a key is of; expired ones are refused. */
  Optional<Session> find(String accessKeyId, String token, Instant now) {
    Optional<Session> found = Optional.ofNullable(sessions.get(accessKeyId));
    found.ifPresent(session -> {
      if (!session.token.equals(token)) {
        throw new IamRefusal(403, "InvalidToken", "The provided token is malformed");
      }
      if (!now.isBefore(session.end)) {
        throw new IamRefusal(400, "ExpiredToken", "The provided token has expired.");
      }
    });
    return found;
  }

  /** Answers AssumeRoleWithWebIdentity, with the roles that are known to the service by now. */
  String assume(Map<String, String> form, Map<String, IamRole> roles, Instant now) {
    if (!form.getOrDefault("RoleSessionName", "").matches(NAME)) {
      throw new IamRefusal(400, "ValidationError", "roleSessionName");
    }
    String token = form.getOrDefault("WebIdentityToken", "");
    IamRole role =
        roles.values().stream()
            .filter(each -> each.arn().equals(form.get("RoleArn")))
            .filter(each -> trusts(each, token, now))
            .findAny()
            .orElseThrow(() ->
                new IamRefusal(
                    403,
                    "AccessDenied",
                    "Not authorized to perform sts:AssumeRoleWithWebIdentity"));
    return begin(role, now.plus(LIFE));
  }

  /**
   * Answers AssumeRole, of roles whose MaxSessionDuration is the default; of whom they trust, only
   * the external id is looked at ("How to use an external ID"). STS API, DurationSeconds: "if you
   * specify a session duration of 12 hours, but your administrator set the maximum session duration
   * to 6 hours, your operation fails"; "role chaining limits your session to a maximum of one
   * hour". The messages are AWS's own, the second as in jcmturner/aws-runas, issue 11.
   *
   * @param chained whether the caller's own key is that of a role's session
   */
  String assumeAnother(
      Map<String, String> form, boolean chained, Map<String, IamRole> roles, Instant now) {
    if (!form.getOrDefault("RoleSessionName", "").matches(NAME)) {
      throw new IamRefusal(400, "ValidationError", "roleSessionName");
    }
    IamRole role =
        roles.values().stream()
            .filter(each -> each.arn().equals(form.get("RoleArn")))
            .filter(each -> namesExternalId(each, form.getOrDefault("ExternalId", "")))
            .findAny()
            .orElseThrow(() ->
                new IamRefusal(403, "AccessDenied", "not authorized to perform: sts:AssumeRole"));
    Duration life =
        Duration.ofSeconds(
            Long.parseLong(form.getOrDefault("DurationSeconds", Long.toString(LIFE.toSeconds()))));
    if (life.compareTo(LIFE) > 0) {
      throw new IamRefusal(
          400,
          "ValidationError",
          chained
              ? "The requested DurationSeconds exceeds the 1 hour session limit for roles assumed"
                  + " by role chaining"
              : "The requested DurationSeconds exceeds the MaxSessionDuration set for this role.");
    }
    return begin(role, now.plus(life));
  }

  private static boolean namesExternalId(IamRole role, String given) {
    for (JsonNode statement : InlinePolicy.statements(role.trust())) {
      String wanted =
          statement.path("Condition").path("StringEquals").path("sts:ExternalId").asString("");
      if (!wanted.isEmpty() && !wanted.equals(given)) {
        return false;
      }
    }
    return true;
  }

  private String begin(IamRole role, Instant end) {
    String id = "ASIA%016d".formatted(sessions.size() + 1);
    Session made = new Session(role.id(), "FAKE-" + id, end);
    sessions.put(id, made);
    return """
    <Credentials><AccessKeyId>%s</AccessKeyId><SecretAccessKey>%040d</SecretAccessKey>\
    <SessionToken>%s</SessionToken><Expiration>%s</Expiration></Credentials>\
    """
        .formatted(id, sessions.size(), made.token, made.end);
  }

  /**
   * "Available keys for AWS OIDC federation": the claims aud and sub, by the issuer's URL without
   * its scheme. All conditions of a statement must hold.
   */
  private boolean trusts(IamRole role, String token, Instant now) {
    for (JsonNode statement : InlinePolicy.statements(role.trust())) {
      String provider = statement.path("Principal").path("Federated").asString();
      JsonNode claims = claims(provider, token, now);
      boolean holds = statement.path("Action").asString().equals("sts:AssumeRoleWithWebIdentity");
      for (Map.Entry<String, JsonNode> condition : statement.path("Condition").properties()) {
        if (!condition.getKey().equals("StringEquals")) {
          throw new IamRefusal(501, "NotImplemented", "FakeIam has no " + condition.getKey());
        }
        String issuer = claims.path("iss").asString().replace("https://", "");
        for (Map.Entry<String, JsonNode> wanted : condition.getValue().properties()) {
          String claim = wanted.getKey().replace(issuer + ":", "");
          holds &= CLAIMS.contains(claim) && wanted.getValue().equals(claims.path(claim));
        }
      }
      if (holds) {
        return true;
      }
    }
    return false;
  }

  /** STS API: InvalidIdentityToken, ExpiredTokenException. */
  private JsonNode claims(String provider, String token, Instant now) {
    TokenIssuer issuer = providers.get(provider);
    if (issuer == null || !issuer.signed(token)) {
      throw new IamRefusal(400, "InvalidIdentityToken", "No OpenIDConnect provider found");
    }
    String payload = token.split("\\.", -1)[1];
    JsonNode claims =
        JSON.readTree(new String(Base64.getUrlDecoder().decode(payload), StandardCharsets.UTF_8));
    if (!now.isBefore(Instant.ofEpochSecond(claims.path("exp").asLong()))) {
      throw new IamRefusal(400, "ExpiredTokenException", "Token expired");
    }
    return claims;
  }
}
