package io.windlass.store.gcs;

import io.windlass.fake.gcs.FakeGcs;
import io.windlass.http.HttpAttempts;
import io.windlass.secret.SecretDirectory;
import io.windlass.store.gcs.client.GcsConnection;
import io.windlass.store.gcs.client.GcsCredentials;
import io.windlass.store.gcs.client.GcsManagement;
import io.windlass.testing.Patience;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** Backends over the fake, with the key of a service account. */
public final class GcsBackends {
  public static final String POOL =
      "projects/123456789012/locations/global/workloadIdentityPools/pool";

  public static final HttpAttempts AT_ONCE = new HttpAttempts(Duration.ofMillis(1));

  private GcsBackends() {}

  /** Opens a backend as an administrator, with short pauses between attempts. */
  public static GcsBackend open(FakeGcs fake, Path directory) {
    return open(fake, directory, fake.administrator(), connection(fake));
  }

  /** The same with the usual pauses. */
  static GcsBackend pausing(FakeGcs fake, Path directory) {
    return open(fake, directory, fake.administrator(), connection(fake), new HttpAttempts());
  }

  /** Returns a connection with long time limits, for slow machines. */
  public static GcsConnection connection(FakeGcs fake) {
    return GcsConnection.to(fake.storage(), fake.project())
        .withTimeouts(Patience.LONG, Patience.LONG)
        .withManagement(
            new GcsManagement(
                fake.identity(),
                fake.identity(),
                Optional.of(POOL),
                GcsManagement.PUBLIC.policiesEffectiveAfter(),
                Duration.ZERO));
  }

  /** Opens a backend as a service account. */
  public static GcsBackend open(
      FakeGcs fake, Path directory, String email, GcsConnection connection) {
    return open(fake, directory, email, connection, AT_ONCE);
  }

  private static GcsBackend open(
      FakeGcs fake, Path directory, String email, GcsConnection connection, HttpAttempts attempts) {
    try {
      Files.writeString(directory.resolve(GcsCredentials.FILE), fake.credentials(email));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return GcsBackend.open(
        "gcs", connection, Optional.of(new SecretDirectory(directory)), attempts);
  }
}
