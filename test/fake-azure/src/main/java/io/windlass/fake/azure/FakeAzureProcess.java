package io.windlass.fake.azure;

import io.windlass.secret.Secret;

/**
 * The fake as a process, with an account {@code account} that accepts no keys. Prints the URL of
 * its blobs, the authority, and the client id and the secret of an identity that may change its
 * data.
 */
public final class FakeAzureProcess {
  private FakeAzureProcess() {}

  /** Runs until it is killed. */
  public static void main(String[] arguments) throws InterruptedException {
    try (FakeAzure fake = new FakeAzure()) {
      FakeAccount account = fake.add("account", AccountSettings.FLAT.withoutSharedKey());
      FakeIdentity driver = fake.driver(account.name());
      System.out.printf(
          "%s %s %s %s%n",
          account.endpoint(),
          fake.authority(),
          driver.clientId(),
          driver.secret().map(Secret::reveal).orElseThrow());
      Thread.currentThread().join();
    }
  }
}
