package io.windlass.testing;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Sets how long {@code await()} waits where a test does not say: long enough for a slow machine
 * with one busy core. The default of Awaitility is ten seconds. A wait whose length is what the
 * test shows says its own. JUnit finds this extension by its service file, for every class of every
 * module whose tests have this one on their class path.
 */
public final class PatienceExtension implements BeforeAllCallback {
  @Override
  public void beforeAll(ExtensionContext context) {
    Awaitility.setDefaultTimeout(Patience.LONG);
  }
}
