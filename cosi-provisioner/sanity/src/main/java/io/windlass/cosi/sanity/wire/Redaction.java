package io.windlass.cosi.sanity.wire;

import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;

/**
 * Replaces every secret that this run received in texts that are to be printed. May be used by
 * several threads.
 */
public final class Redaction {
  private static final String MASK = "***";

  /**
   * Shortest secret in characters. Shorter ones would mask half of the report, and none is that
   * short.
   */
  private static final int SHORTEST = 6;

  /** Secrets, longest first, because one may contain another. */
  private final Set<String> secrets =
      new ConcurrentSkipListSet<>(
          Comparator.comparingInt(String::length)
              .reversed()
              .thenComparing(Comparator.naturalOrder()));

  /** Adds the secrets of credentials. */
  public void learn(List<WorkloadCredential> credentials) {
    for (WorkloadCredential credential : credentials) {
      learn(credential);
    }
  }

  private void learn(WorkloadCredential credential) {
    for (String secret : credential.secrets()) {
      if (secret.length() >= SHORTEST) {
        secrets.add(secret);
      }
    }
  }

  /** Returns the text with the secrets masked. */
  public String apply(String text) {
    String clean = text;
    for (String secret : secrets) {
      clean = clean.replace(secret, MASK);
    }
    return clean;
  }

  /** Returns whether the text contains a secret. */
  public boolean isNeeded(String text) {
    return secrets.stream().anyMatch(text::contains);
  }
}
