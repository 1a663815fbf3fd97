package io.windlass.store.s3;

import io.windlass.secret.Secret;
import io.windlass.secret.SecretDirectory;
import io.windlass.store.DriverException;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;

/**
 * The driver's own access key, from files of a mounted Secret: {@code accessKeyId}, {@code
 * secretAccessKey} and, if there is one, {@code sessionToken}; or files with the names of the AWS
 * environment variables. Read for every request, so a rotated key is used from the next request on.
 */
public final class S3Credentials implements AwsCredentialsProvider {
  private static final List<String> ACCESS_KEY_ID = List.of("accessKeyId", "AWS_ACCESS_KEY_ID");
  private static final List<String> SECRET_KEY =
      List.of("secretAccessKey", "AWS_SECRET_ACCESS_KEY");
  private static final List<String> SESSION_TOKEN = List.of("sessionToken", "AWS_SESSION_TOKEN");

  /**
   * Most readings until two in a row agree. A Secret can be replaced between reading two of its
   * files; that will not happen again and again.
   */
  private static final int ATTEMPTS = 3;

  private final SecretDirectory directory;

  public S3Credentials(SecretDirectory directory) {
    this.directory = directory;
  }

  /**
   * Returns the present credentials.
   *
   * @throws DriverException.Unauthenticated naming the file that is missing, empty or unreadable
   */
  @Override
  public AwsCredentials resolveCredentials() {
    AwsCredentials read = read();
    for (int attempt = 1; attempt < ATTEMPTS; attempt++) {
      AwsCredentials again = read();
      if (again.equals(read)) {
        return read;
      }
      read = again;
    }
    return read;
  }

  private AwsCredentials read() {
    String id = required(ACCESS_KEY_ID).reveal();
    String secret = required(SECRET_KEY).reveal();
    return find(SESSION_TOKEN)
        .<AwsCredentials>map(token -> AwsSessionCredentials.create(id, secret, token.reveal()))
        .orElseGet(() -> AwsBasicCredentials.create(id, secret));
  }

  private Secret required(List<String> names) {
    return find(names)
        .orElseThrow(() ->
            new DriverException.Unauthenticated(
                "file %s in %s is missing or empty: put the driver's key there"
                    .formatted(names.getFirst(), directory.path()),
                null));
  }

  private Optional<Secret> find(List<String> names) {
    for (String name : names) {
      try {
        Optional<Secret> found = directory.read(name);
        if (found.isPresent()) {
          return found;
        }
      } catch (IOException e) {
        throw new DriverException.Unauthenticated(
            "file %s in %s cannot be read: let the driver's user read it"
                .formatted(name, directory.path()),
            e);
      }
    }
    return Optional.empty();
  }
}
