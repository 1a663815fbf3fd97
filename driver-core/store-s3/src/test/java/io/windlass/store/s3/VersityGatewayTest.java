package io.windlass.store.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.windlass.access.AccessMode;
import io.windlass.access.AccessModes;
import io.windlass.access.BucketGrant;
import io.windlass.access.Principal;
import io.windlass.error.DriverException;
import io.windlass.secret.Keyring;
import io.windlass.secret.SecretDirectory;
import io.windlass.store.GetOptions;
import io.windlass.store.s3.client.S3Connection;
import io.windlass.store.s3.client.S3Flavor;
import io.windlass.testing.Patience;
import io.windlass.testing.proxy.ScriptedServer;
import io.windlass.testing.proxy.ScriptedServer.Answer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Which flavors grant access on a server that names itself VERSITYGW. */
class VersityGatewayTest {
  private static final Principal PRINCIPAL =
      new Principal(
          "ba-1",
          List.of(
              new BucketGrant(
                  "bucket",
                  "",
                  new AccessModes(AccessMode.READ_ONLY, AccessMode.ANY, AccessMode.ANY),
                  Set.of())),
          Optional.empty());

  @TempDir private Path directory;

  private static Answer record(String server) {
    return exchange -> {
      exchange.getResponseHeaders().set("Server", server);
      exchange.getResponseHeaders().set("ETag", "\"0\"");
      ScriptedServer.text("record").send(exchange);
    };
  }

  private S3Backend backend(S3Flavor flavor, ScriptedServer server) throws IOException {
    return backend(flavor, S3Connection.to(server.endpoint()));
  }

  private S3Backend backend(S3Flavor flavor, S3Connection connection) throws IOException {
    Files.writeString(directory.resolve("accessKeyId"), "id");
    Files.writeString(directory.resolve("secretAccessKey"), "secret");
    return S3Backend.open(
        new S3Config(
            "fast",
            flavor,
            connection.withTimeouts(Patience.LONG, Patience.LONG),
            Optional.empty(),
            new SecretDirectory(directory)),
        () -> Keyring.parse(Keyring.generate()));
  }

  @ParameterizedTest
  @EnumSource(names = {"AWS", "RGW", "SEAWEEDFS"})
  void noOtherFlavorGrantsAccessThere(S3Flavor flavor) throws IOException {
    try (ScriptedServer server = new ScriptedServer(record("VERSITYGW"));
        S3Backend backend = backend(flavor, server)) {
      backend.objects("registry").get("record", GetOptions.ALL).close();
      assertThatExceptionOfType(DriverException.FailedPrecondition.class)
          .isThrownBy(() -> backend.access().check(PRINCIPAL))
          .withMessageContainingAll(
              "it names itself VERSITYGW: set FLAVOR to versitygw",
              "TENANTS_TRUST_EACH_OTHER=true",
              "keys that may write are not held to their bucket in all cases");
      assertThatExceptionOfType(DriverException.FailedPrecondition.class)
          .isThrownBy(
              () -> backend.access().grant(PRINCIPAL, backend.access().generation(1), List.of()));
      assertThat(server.requests()).hasSize(1);
    }
  }

  /** Its IAM takes no other region than AWS's, whatever the gateway's own is. */
  @Test
  void itsIamIsAskedInItsOwnRegion() throws IOException {
    try (ScriptedServer server = new ScriptedServer(ScriptedServer.error(403, "AccessDenied"));
        S3Backend backend =
            backend(
                S3Flavor.VERSITYGW, S3Connection.to(server.endpoint()).withRegion("eu-west-1"))) {
      assertThatExceptionOfType(DriverException.PermissionDenied.class)
          .isThrownBy(
              () -> backend.access().grant(PRINCIPAL, backend.access().generation(1), List.of()));
      assertThat(server.requests().getFirst().getRequestHeaders().getFirst("Authorization"))
          .contains("/us-east-1/iam/aws4_request");
    }
  }

  @Test
  void itsOwnFlavorAndOtherServersAreNotRefused() throws IOException {
    try (ScriptedServer server = new ScriptedServer(record("VERSITYGW"));
        S3Backend backend = backend(S3Flavor.VERSITYGW, server)) {
      backend.objects("registry").get("record", GetOptions.ALL).close();
      backend.access().check(PRINCIPAL);
    }
    try (ScriptedServer server = new ScriptedServer(record("Ceph"));
        S3Backend backend = backend(S3Flavor.RGW, server)) {
      backend.objects("registry").get("record", GetOptions.ALL).close();
      backend.access().check(PRINCIPAL);
    }
  }
}
