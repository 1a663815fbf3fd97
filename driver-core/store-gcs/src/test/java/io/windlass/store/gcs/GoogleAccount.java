package io.windlass.store.gcs;

import io.windlass.secret.SecretDirectory;
import io.windlass.store.gcs.client.GcsConnection;
import io.windlass.store.gcs.client.GcsCredentials;
import io.windlass.store.gcs.client.GcsManagement;
import io.windlass.testing.Patience;
import io.windlass.testing.RequestCount;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * The project of Google that {@code test/google/run} was given, or the FAKE that plays one.
 *
 * @param environment the variables that the script checks
 */
record GoogleAccount(Map<String, String> environment) {
  static GoogleAccount given() {
    RequestCount.start();
    return new GoogleAccount(System.getenv());
  }

  private Optional<String> variable(String name) {
    return Optional.ofNullable(environment.get(name)).filter(text -> !text.isEmpty());
  }

  GcsConnection connection() {
    String project =
        variable("WINDLASS_TEST_GOOGLE_PROJECT")
            .orElseThrow(() -> new IllegalStateException("run test/google/run"));
    URI endpoint =
        variable("WINDLASS_TEST_GOOGLE_ENDPOINT")
            .map(URI::create)
            .orElse(GcsConnection.DEFAULT_ENDPOINT);
    GcsManagement management = GcsManagement.PUBLIC;
    return GcsConnection.to(endpoint, project)
        .withTimeouts(Patience.LONG, Patience.LONG)
        .withManagement(
            variable("WINDLASS_TEST_GOOGLE_IAM")
                .map(URI::create)
                .map(iam ->
                    // The replicas of a fake differ by requests, not for some seconds.
                    new GcsManagement(
                        iam,
                        iam,
                        management.pool(),
                        management.policiesEffectiveAfter(),
                        Duration.ZERO))
                .orElse(management));
  }

  /**
   * Returns the directory of the driver's credentials, which are copied into {@code directory};
   * empty: the identity of the machine.
   */
  Optional<SecretDirectory> credentials(Path directory) {
    return variable("GOOGLE_APPLICATION_CREDENTIALS")
        .map(file -> {
          try {
            Files.copy(
                Path.of(file),
                directory.resolve(GcsCredentials.FILE),
                StandardCopyOption.REPLACE_EXISTING);
            return new SecretDirectory(directory);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }

  /** Returns the driver's own backend. */
  GcsBackend open(Path directory) {
    return GcsBackend.open("account", connection(), credentials(directory));
  }
}
