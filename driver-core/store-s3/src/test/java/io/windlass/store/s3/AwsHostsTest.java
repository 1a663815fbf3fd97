package io.windlass.store.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.windlass.access.AccessMode;
import io.windlass.access.AccessModes;
import io.windlass.access.BucketGrant;
import io.windlass.access.Principal;
import io.windlass.error.DriverException;
import io.windlass.http.HttpSettings;
import io.windlass.http.Proxies;
import io.windlass.secret.Keyring;
import io.windlass.secret.Secret;
import io.windlass.secret.SecretDirectory;
import io.windlass.store.Feature;
import io.windlass.store.s3.client.AwsEndpoint;
import io.windlass.store.s3.client.S3Connection;
import io.windlass.store.s3.client.S3Flavor;
import io.windlass.store.s3.client.S3Key;
import io.windlass.store.s3.client.S3Protocol;
import io.windlass.store.s3.client.S3Role;
import io.windlass.testing.Patience;
import io.windlass.testing.proxy.Intermediary;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which hosts of AWS the driver asks, as seen by a proxy that lets nothing through. */
class AwsHostsTest {
  /** Nobody asks for the key of a bucket whose objects are not used. */
  private static final BucketGrant GRANT =
      new BucketGrant(
          "plain", "", new AccessModes(AccessMode.ANY, AccessMode.ANY, AccessMode.ANY), Set.of());

  private final Set<String> asked = new ConcurrentSkipListSet<>();

  @TempDir private Path directory;

  private interface Call {
    void on(S3Backend backend);
  }

  /** Makes calls on a backend behind the proxy; each fails. */
  private void call(S3Connection connection, Call... calls) throws IOException {
    Files.writeString(directory.resolve("accessKeyId"), "id");
    Files.writeString(directory.resolve("secretAccessKey"), "secret");
    try (Intermediary proxy =
            Intermediary.start(
                "asked",
                client -> {
                  asked.add(Intermediary.head(client.getInputStream()).split(" ", 3)[1]);
                  Intermediary.send(
                      client,
                      "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
                });
        S3Backend backend =
            S3Backend.open(
                new S3Config(
                    "aws",
                    S3Flavor.AWS,
                    connection
                        .withHttp(
                            HttpSettings.DEFAULT.withProxies(
                                Proxies.ofSetting(proxy.url().toString())))
                        .withTimeouts(Patience.LONG, Patience.LONG),
                    Optional.empty(),
                    Optional.empty(),
                    new DriverCredentials.Files(new SecretDirectory(directory)),
                    Optional.of(
                        new S3Role(
                            "arn:aws:iam::000000000000:role/volumes",
                            Optional.empty(),
                            S3Role.SHORTEST))),
                () -> Keyring.parse(Keyring.generate()))) {
      for (Call call : calls) {
        assertThatExceptionOfType(DriverException.class).isThrownBy(() -> call.on(backend));
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "eu-north-1, false, false, s3.eu-north-1.amazonaws.com, iam.amazonaws.com,"
        + " sts.eu-north-1.amazonaws.com",
    "us-east-2, true, true, s3-fips.dualstack.us-east-2.amazonaws.com, iam-fips.global.api.aws,"
        + " sts-fips.us-east-2.api.aws",
    "cn-north-1, true, false, s3.dualstack.cn-north-1.amazonaws.com.cn,"
        + " iam.global.api.amazonwebservices.com.cn, sts.cn-north-1.api.amazonwebservices.com.cn",
    "us-gov-west-1, false, true, s3-fips.us-gov-west-1.amazonaws.com, iam.us-gov.amazonaws.com,"
        + " sts.us-gov-west-1.amazonaws.com",
  })
  void bucketsUsersAndSessionsAreAskedOfEndpointsOfOneKind(
      String region, boolean dualStack, boolean fips, String s3, String iam, String sts)
      throws IOException {
    call(
        S3Connection.to(AwsEndpoint.of(region, dualStack, fips))
            .withRegion(region)
            .withPathStyle(false),
        backend -> backend.buckets().exists("plain"),
        backend -> backend.objects("plain").head("key"),
        backend ->
            backend
                .access()
                .revoke(new Principal("account", List.of(GRANT), Optional.empty()), List.of()),
        backend -> backend.sessions().orElseThrow().issue(GRANT, "csi-node"));
    assertThat(asked)
        .isEqualTo(new TreeSet<>(Set.of("plain." + s3 + ":443", iam + ":443", sts + ":443")));
  }

  /**
   * Virtual hosting of general purpose buckets (VirtualHosting.html): "Amazon S3 supports both
   * virtual-hosted–style and path-style URL access in all AWS Regions", the first by default; a
   * wildcard certificate does not match a bucket with a dot.
   */
  @Test
  void aBucketIsInTheHostNameUnlessItHasADotAndWorkloadsAreToldSo() throws IOException {
    S3Connection connection =
        S3Connection.to(AwsEndpoint.of("eu-north-1", false, false))
            .withRegion("eu-north-1")
            .withPathStyle(false);
    call(
        connection,
        backend -> {
          assertThat(told(backend, "plain")).containsEntry("COSI_S3_ADDRESSING_STYLE", "virtual");
          assertThat(told(backend, "with.dot")).containsEntry("COSI_S3_ADDRESSING_STYLE", "path");
          assertThat(told(backend, "plain"))
              .containsEntry("COSI_S3_ENDPOINT", "https://s3.eu-north-1.amazonaws.com");
          assertThatExceptionOfType(DriverException.class)
              .isThrownBy(() -> backend.objects("with.dot").head("key"));
          backend.buckets().exists("with.dot");
        });
    assertThat(asked).containsExactly("s3.eu-north-1.amazonaws.com:443");
  }

  /** A mount has no setting that says which server it is on. */
  @ParameterizedTest
  @CsvSource({"https://s3.eu-north-1.amazonaws.com, true, 900", "https://s3.example.com, false, 1"})
  void whatAwsAloneDoesIsKnownByItsHost(URI endpoint, boolean deletes, int seconds) {
    S3Key key = new S3Key("id", Secret.of("secret"));
    try (S3Backend mount = S3Backend.forData("mount", S3Connection.to(endpoint), () -> key)) {
      assertThat(mount.capabilities().has(Feature.DELETE_IF_MATCH)).isEqualTo(deletes);
      assertThat(mount.timing().versionsKeptAfter()).hasSeconds(seconds);
    }
  }

  private static Map<String, String> told(S3Backend backend, String bucket) {
    return S3Protocol.S3.cosi().bucketInV1Alpha2(backend.locate(bucket));
  }
}
