package io.windlass.store.s3;

import io.windlass.connect.CredentialFiles;
import io.windlass.store.s3.client.RoleCredentials;
import io.windlass.store.s3.client.S3Connection;
import io.windlass.store.s3.client.S3Credentials;
import io.windlass.store.s3.client.S3Key;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
    List<ProfileFileSupplier> there = new ArrayList<>();
    if (Files.exists(config)) {
      there.add(ProfileFileSupplier.reloadWhenModified(config, ProfileFile.Type.CONFIGURATION));
    }
    if (Files.exists(credentials)) {
      there.add(ProfileFileSupplier.reloadWhenModified(credentials, ProfileFile.Type.CREDENTIALS));
    }
    return ProfileFileSupplier.aggregate(there.toArray(ProfileFileSupplier[]::new));
  }
}
