package io.windlass.store.gcs;

import io.windlass.fake.gcs.FakeGcs;
import io.windlass.secret.SecretDirectory;
import io.windlass.testing.Patience;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Backends over the fake, with the key of a service account. */
final class GcsBackends {
  static final String POOL = "projects/123456789012/locations/global/workloadIdentityPools/pool";

  private GcsBackends() {}

  /** As one that may do everything. */
  static GcsBackend open(FakeGcs fake, Path directory) {
    return open(fake, directory, fake.administrator(), connection(fake));
  }

  /** With time for a machine that stands still. */
  static GcsConnection connection(FakeGcs fake) {
    return GcsConnection.to(fake.storage(), fake.project())
        .withTimeouts(Patience.LONG, Patience.LONG)
        .withManagement(
            new GcsManagement(
                fake.identity(), Optional.of(POOL), GcsManagement.PUBLIC.policiesEffectiveAfter()));
  }

  /** As this service account. */
  static GcsBackend open(FakeGcs fake, Path directory, String email, GcsConnection connection) {
    try {
      Files.writeString(directory.resolve(GcsCredentials.FILE), fake.credentials(email));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return GcsBackend.open("gcs", connection, Optional.of(new SecretDirectory(directory)));
  }
}
