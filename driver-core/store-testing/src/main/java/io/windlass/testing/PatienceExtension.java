package io.windlass.testing;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Sets how long {@code await()} waits where a test does not say: for longer than anything that
 * tests await takes on a machine beside thirty busy threads. The default of Awaitility is ten
 * seconds. It also looks at once, and then every {@link #POLL}, where Awaitility does so every 100
 * ms. A wait whose length is what the test shows says its own. JUnit finds this extension by its
 * service file, for every class of every module whose tests have this one on their class path.
 */
public final class PatienceExtension implements BeforeAllCallback {
  private static final Duration POLL = Duration.ofMillis(50);

  @Override
  public void beforeAll(ExtensionContext context) {
    Awaitility.setDefaultTimeout(Patience.LONGEST);
    Awaitility.setDefaultPollDelay(Duration.ZERO);
    Awaitility.setDefaultPollInterval(POLL);
  }
}
