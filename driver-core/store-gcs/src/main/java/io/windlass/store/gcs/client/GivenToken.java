package io.windlass.store.gcs.client;

import io.windlass.secret.Secret;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A token that somebody else renews.
 *
 * @param token asked for each request, and so may change
 */
record GivenToken(Supplier<Secret> token) implements GcsAuthorization {
  @Override
  public Map<String, List<String>> headers() {
    return Map.of("Authorization", List.of("Bearer " + token.get().reveal()));
  }

  @Override
  public Map<String, List<String>> renewed(String refused) {
    return headers();
  }

  @Override
  public Optional<Instant> expires(Secret of) {
    return Optional.empty();
  }
}
