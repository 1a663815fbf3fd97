package io.windlass.store.s3;

import io.windlass.connect.CredentialFiles;
import io.windlass.store.s3.client.RoleCredentials;
import io.windlass.store.s3.client.S3Connection;
import io.windlass.store.s3.client.S3Credentials;
import io.windlass.store.s3.client.S3Key;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import software.amazon.awssdk.auth.credentials.AnonymousCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.ContainerCredentialsProvider;
import software.amazon.awssdk.auth.credentials.InstanceProfileCredentialsProvider;
import software.amazon.awssdk.auth.credentials.ProfileCredentialsProvider;
import software.amazon.awssdk.profiles.ProfileFile;
import software.amazon.awssdk.profiles.ProfileFileSupplier;

/**
 * Opens the driver's own credentials in the form of the SDK; nothing is sent before they are used.
 */
final class OpenCredentials {
  private OpenCredentials() {}

  static AwsCredentialsProvider of(DriverCredentials source, S3Connection connection) {
    return switch (source) {
      case DriverCredentials.Files(var directory) -> {
        CredentialFiles files = new CredentialFiles(directory);
        yield new S3Credentials(() -> S3Key.in(files));
      }
      case DriverCredentials.WebIdentity(var arn, var token, var session, var sts) ->
          RoleCredentials.ofToken(connection, sts, arn, session, token, RoleCredentials.RENEWED);
      case DriverCredentials.Container() -> ContainerCredentialsProvider.builder().build();
      case DriverCredentials.Instance() ->
          InstanceProfileCredentialsProvider.builder()
              // The driver must not use the settings in a developer's ~/.aws.
              .profileFile(ProfileFile.aggregator().build())
              .build();
      case DriverCredentials.Profile(var name, var config, var credentials) ->
          ProfileCredentialsProvider.builder()
              .profileName(name)
              .profileFile(profiles(config, credentials))
              .build();
      case DriverCredentials.Anonymous() -> AnonymousCredentialsProvider.create();
      case DriverCredentials.Role(var arn, var externalId, var with, var sts) ->
          RoleCredentials.assumed(connection, sts, arn, externalId, of(with, connection));
    };
  }

  /** They are read again when they change. */
  private static Supplier<ProfileFile> profiles(Path config, Path credentials) {
    return ProfileFileSupplier.aggregate(
        whenThere(config, ProfileFile.Type.CONFIGURATION),
        whenThere(credentials, ProfileFile.Type.CREDENTIALS));
  }

  /** The SDK refuses a file that is not there, and a login may make it later. */
  private static ProfileFileSupplier whenThere(Path file, ProfileFile.Type type) {
    ProfileFileSupplier none =
        ProfileFileSupplier.fixedProfileFile(ProfileFile.aggregator().build());
    AtomicReference<ProfileFileSupplier> known = new AtomicReference<>(none);
    return () -> {
      if (known.get().equals(none) && Files.exists(file)) {
        known.set(ProfileFileSupplier.reloadWhenModified(file, type));
      }
      return known.get().get();
    };
  }
}
