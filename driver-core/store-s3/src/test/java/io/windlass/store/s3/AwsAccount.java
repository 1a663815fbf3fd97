package io.windlass.store.s3;

import io.windlass.connect.CredentialFiles;
import io.windlass.secret.Keyring;
import io.windlass.secret.Secret;
import io.windlass.secret.SecretDirectory;
import io.windlass.store.s3.client.AwsEndpoint;
import io.windlass.store.s3.client.S3Connection;
import io.windlass.store.s3.client.S3Credentials;
import io.windlass.store.s3.client.S3Flavor;
import io.windlass.store.s3.client.S3Key;
import io.windlass.testing.Patience;
import io.windlass.testing.S3Clients;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * The account of AWS that {@code test/aws/run} was given, or a server that plays one.
 *
 * @param environment the variables that the script checks
 */
record AwsAccount(Map<String, String> environment) {
  static AwsAccount given() {
    return new AwsAccount(System.getenv());
  }

  private String variable(String name) {
    return Optional.ofNullable(environment.get(name))
        .orElseThrow(() -> new IllegalStateException(name + " is missing: run test/aws/run"));
  }

  /** Returns what the names of this run begin with. */
  String prefix() {
    return variable("WINDLASS_TEST_NAMES");
  }

  S3Flavor flavor() {
    return S3Flavor.valueOf(
        environment.getOrDefault("WINDLASS_TEST_AWS_FLAVOR", "aws").toUpperCase(Locale.ROOT));
  }

  /** Returns where a server plays the account, its users included; empty: AWS. */
  Optional<URI> player() {
    return Optional.ofNullable(environment.get("WINDLASS_TEST_AWS_ENDPOINT"))
        .filter(text -> !text.isEmpty())
        .map(URI::create);
  }

  S3Connection connection() {
    String region = variable("WINDLASS_TEST_AWS_REGION");
    URI endpoint = player().orElseGet(() -> AwsEndpoint.of(region, false, false));
    return S3Connection.to(endpoint)
        .withRegion(region)
        .withPathStyle(!AwsEndpoint.is(endpoint))
        .withTimeouts(Patience.LONG, Patience.LONG);
  }

  /** Returns the driver's own backend; writes the credentials into {@code directory}. */
  S3Backend open(Path directory) {
    try {
      Files.writeString(directory.resolve("accessKeyId"), variable("AWS_ACCESS_KEY_ID"));
      Files.writeString(directory.resolve("secretAccessKey"), variable("AWS_SECRET_ACCESS_KEY"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return S3Backend.open(
        new S3Config(
            "account",
            flavor(),
            connection(),
            player(),
            Optional.empty(),
            new DriverCredentials.Files(new SecretDirectory(directory)),
            Optional.empty()),
        () -> Keyring.parse(Keyring.generate()));
  }

  /** Returns the driver's own clients, with the credentials that {@link #open} wrote. */
  io.windlass.store.s3.client.S3Clients clients(Path directory) {
    CredentialFiles files = new CredentialFiles(new SecretDirectory(directory));
    return io.windlass.store.s3.client.S3Clients.open(
        connection(), new S3Credentials(() -> S3Key.in(files)));
  }

  /** Returns the plain client, as a workload uses it. */
  S3Client client() {
    return S3Clients.client(
        connection().endpoint(),
        connection().region(),
        variable("AWS_ACCESS_KEY_ID"),
        Secret.of(variable("AWS_SECRET_ACCESS_KEY")));
  }
}
