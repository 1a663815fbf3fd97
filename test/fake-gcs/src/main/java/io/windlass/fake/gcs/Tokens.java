package io.windlass.fake.gcs;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/** Access tokens that were issued: cloud.google.com/docs/authentication/token-types. */
final class Tokens {
  /** Unless an organisation says otherwise. */
  static final Duration LIFE = Duration.ofHours(1);

  private record Issued(Principal principal, Instant expires) {}

  private final FakeClock clock;
  private final Map<String, Issued> all = new HashMap<>();

  Tokens(FakeClock clock) {
    this.clock = clock;
  }

  String issue(Principal principal) {
    return issue(principal, clock.now().plus(LIFE));
  }

  private String issue(Principal principal, Instant expires) {
    String token = "ya29.fake-" + UUID.randomUUID();
    all.put(token, new Issued(principal, expires));
    return token;
  }

  /** Issues a token that ends with its source. */
  String issueFrom(String source, Principal principal) {
    return issue(principal, end(source));
  }

  /** Returns how long a token is valid, in whole seconds. */
  long secondsLeft(String token) {
    return Duration.between(clock.now(), end(token)).toSeconds();
  }

  private Instant end(String token) {
    return Objects.requireNonNull(all.get(token)).expires();
  }

  Optional<Principal> find(String token) {
    return Optional.ofNullable(all.get(token))
        .filter(issued -> issued.expires().isAfter(clock.now()))
        .map(Issued::principal);
  }

  /** All of an account that is no more. */
  void revoke(String member) {
    all.values().removeIf(issued -> issued.principal().member().equals(member));
  }

  /** Returns the principal of a header; 401 if the token is not valid. */
  Principal bearer(Optional<String> authorization) {
    if (authorization.isEmpty()) {
      return Principal.ANONYMOUS;
    }
    String[] halves = authorization.get().split(" ", 2);
    if (!halves[0].equalsIgnoreCase("Bearer")) {
      throw Refusal.unknown("the authorization scheme " + halves[0] + " here");
    }
    return find(halves.length > 1 ? halves[1] : "")
        .orElseThrow(() ->
            Refusal.of(401, "authError", "Invalid Credentials")
                .with(
                    "WWW-Authenticate",
                    "Bearer realm=\"https://accounts.google.com/\", error=\"invalid_token\""));
  }
}
