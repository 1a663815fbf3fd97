package io.windlass.cosi.sanity.wire;

import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;

/**
 * Takes every secret that was seen out of what is about to be printed, wherever it stands in it.
 * May be used by several threads.
 */
public final class Redaction {
  private static final String MASK = "***";

  /** Shorter ones would mask half of the report; nobody's secret is that short. */
  private static final int SHORTEST = 6;

  /** The longest first: one secret may contain another. */
  private final Set<String> secrets =
      new ConcurrentSkipListSet<>(
          Comparator.comparingInt(String::length)
              .reversed()
              .thenComparing(Comparator.naturalOrder()));

  /** Adds what came with a credential. */
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

  /** The text without the secrets. */
  public String apply(String text) {
    String clean = text;
    for (String secret : secrets) {
      clean = clean.replace(secret, MASK);
    }
    return clean;
  }

  /** Whether a secret stands in the text. */
  public boolean isNeeded(String text) {
    return secrets.stream().anyMatch(text::contains);
  }
}
