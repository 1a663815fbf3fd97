package io.windlass.store.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windlass.access.AccessMode;
import io.windlass.access.AccessModes;
import io.windlass.access.BucketGrant;
import io.windlass.access.Principal;
import io.windlass.connect.CredentialFiles;
import io.windlass.error.DriverException;
import io.windlass.http.HttpSettings;
import io.windlass.secret.Keyring;
import io.windlass.secret.Secret;
import io.windlass.secret.SecretDirectory;
import io.windlass.store.s3.client.S3Clients;
import io.windlass.store.s3.client.S3Connection;
import io.windlass.store.s3.client.S3Credentials;
import io.windlass.store.s3.client.S3Flavor;
import io.windlass.store.s3.client.S3Key;
import io.windlass.store.s3.client.S3Protocol;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;

class S3ConfigTest {
  private static final S3Connection CONNECTION =
      S3Connection.to(URI.create("https://s3.example:9000"));

  @TempDir private Path directory;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "s3.example",
        "ftp://s3.example",
        "http://",
        "https://s3.example/path",
        "https://user:password@s3.example",
        "https://s3.example?x=y"
      })
  void anEndpointIsSchemeHostAndPort(String endpoint) {
    URI uri = endpoint.equals("http://") ? URI.create("http:///") : URI.create(endpoint);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> S3Connection.to(uri))
        .withMessageStartingWith("endpoint must be like https://")
        .withMessageNotContaining("password");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> config("fast", S3Flavor.MINIO, Optional.of(uri)))
        .withMessageStartingWith("publicEndpoint must be ");
  }

  @Test
  void whatIsWrongIsNamed() {
    Duration second = Duration.ofSeconds(1);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> CONNECTION.withRegion("no region"))
        .withMessageContaining("region");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> CONNECTION.withTimeouts(second, Duration.ZERO))
        .withMessageContaining("attemptTimeout");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> CONNECTION.withTimeouts(second, second.plusMillis(1)))
        .withMessageContaining("callTimeout");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> config("Fast!", S3Flavor.NONE, Optional.empty()))
        .withMessageContaining("name");
  }

  @Test
  void certificatesThatAreNoneAreRefusedAtOnce() throws IOException {
    Path missing = directory.resolve("missing.pem");
    Path empty = Files.createFile(directory.resolve("empty.pem"));
    Path garbage = Files.writeString(directory.resolve("garbage.pem"), "-----BEGIN nothing");
    for (Path pem : List.of(missing, empty, garbage)) {
      assertThatIllegalArgumentException()
          .isThrownBy(() ->
              S3Clients.open(
                  CONNECTION.withHttp(HttpSettings.DEFAULT.withCaCertificate(Optional.of(pem))),
                  new S3Credentials(this::key)))
          .withMessageContaining("caCertificate")
          .withMessageContaining(pem.toString());
    }
  }

  @Test
  void workloadsAreToldThePublicEndpoint() {
    URI publicEndpoint = URI.create("https://s3.public.example");
    try (S3Backend open =
        S3Backend.open(config("fast", S3Flavor.MINIO, Optional.of(publicEndpoint)), this::ring)) {
      assertThat(open.locate("bucket"))
          .isEqualTo(S3Protocol.location("bucket", publicEndpoint, "us-east-1", true));
    }
    try (S3Backend open =
        S3Backend.open(config("fast", S3Flavor.MINIO, Optional.empty()), this::ring)) {
      assertThat(open.locate("bucket"))
          .isEqualTo(S3Protocol.location("bucket", CONNECTION.endpoint(), "us-east-1", true));
    }
  }

  @Test
  void withoutAFlavorThatMakesUsersAccessIsRefused() {
    Principal principal =
        new Principal(
            "ba-1",
            List.of(
                new BucketGrant(
                    "bucket",
                    "",
                    new AccessModes(AccessMode.READ_ONLY, AccessMode.ANY, AccessMode.ANY),
                    Set.of())),
            Optional.empty());
    try (S3Backend open =
        S3Backend.open(config("cold", S3Flavor.NONE, Optional.empty()), this::ring)) {
      assertThatThrownBy(() -> open.access().check(principal))
          .isInstanceOf(DriverException.InvalidArgument.class)
          .hasMessageContaining("cold")
          .hasMessageContaining("flavor");
    }
  }

  @Test
  void credentialsAreReadAgainForEveryRequest() throws IOException {
    S3Credentials credentials = new S3Credentials(this::key);
    Files.writeString(directory.resolve("accessKeyId"), "first\n");
    Files.writeString(directory.resolve("secretAccessKey"), "secret-1\n");
    assertThat(credentials.resolveCredentials().accessKeyId()).isEqualTo("first");

    Files.writeString(directory.resolve("accessKeyId"), "another");
    Files.writeString(directory.resolve("secretAccessKey"), "another-secret");
    Files.writeString(directory.resolve("sessionToken"), "token");
    assertThat(credentials.resolveCredentials())
        .isEqualTo(AwsSessionCredentials.create("another", "another-secret", "token"));
  }

  /** A Secret is the same, mounted as files or sent with a call. */
  @Test
  void filesHaveTheNamesThatKeysOfSecretsHave() throws IOException {
    Files.writeString(directory.resolve("COSI_S3_ACCESS_KEY_ID"), "id");
    Files.writeString(directory.resolve("AWS_SECRET_ACCESS_KEY"), "secret-1");
    Files.writeString(directory.resolve("AWS_SESSION_TOKEN"), "token\n");
    assertThat(key())
        .isEqualTo(new S3Key("id", Secret.of("secret-1"), Optional.of(Secret.of("token"))));
  }

  @Test
  void aMissingFileIsNamedAndTheOthersNotTold() throws IOException {
    assertThatThrownBy(this::key)
        .isInstanceOf(DriverException.Unauthenticated.class)
        .hasMessageContaining("accessKeyId")
        .hasMessageContaining(directory.toString());

    Files.writeString(directory.resolve("accessKeyId"), "canary-id");
    Files.writeString(directory.resolve("secretAccessKey"), "  \n");
    assertThatThrownBy(this::key)
        .isInstanceOf(DriverException.Unauthenticated.class)
        .hasMessageContaining("secretAccessKey")
        .hasMessageNotContaining("canary-id");
  }

  private S3Key key() {
    return S3Key.in(new CredentialFiles(new SecretDirectory(directory)));
  }

  private Keyring ring() {
    return Keyring.parse(Keyring.generate());
  }

  private S3Config config(String name, S3Flavor flavor, Optional<URI> publicEndpoint) {
    return new S3Config(name, flavor, CONNECTION, publicEndpoint, new SecretDirectory(directory));
  }
}
