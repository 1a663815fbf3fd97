package io.windlass.store.s3.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.windlass.access.AccessAdmin;
import io.windlass.access.AccessMode;
import io.windlass.access.AccessModes;
import io.windlass.access.BucketGrant;
import io.windlass.access.IssuedKey;
import io.windlass.access.KeyGeneration;
import io.windlass.access.Principal;
import io.windlass.backend.BucketSettings;
import io.windlass.error.DriverException;
import io.windlass.secret.Keyring;
import io.windlass.secret.Secret;
import io.windlass.store.s3.MinioConfig;
import io.windlass.store.s3.S3Backend;
import io.windlass.store.s3.client.S3Errors;
import io.windlass.store.s3.client.S3Key;
import io.windlass.testing.MinioServer;
import io.windlass.testing.MinioSession;
import io.windlass.testing.RealServer;
import io.windlass.testing.S3Clients;
import io.windlass.testing.UniqueName;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.S3Exception;

/** What MinIO lets a user do for itself by default, and a granted key must not be able to. */
@RealServer(MinioServer.class)
class MinioSelfServiceTest {
  private static final AccessModes READ_WRITE =
      new AccessModes(AccessMode.READ_WRITE, AccessMode.ANY, AccessMode.ANY);

  @TempDir private Path directory;
  private final MinioServer server;
  private final String bucket = UniqueName.of("self");
  private final Principal principal =
      new Principal(
          UniqueName.of("account"),
          List.of(new BucketGrant(bucket, "", READ_WRITE, Set.of())),
          Optional.empty());
  private S3Backend backend;
  private AccessAdmin access;
  private KeyGeneration generation;
  private IssuedKey key;
  private S3Key granted;

  MinioSelfServiceTest(MinioServer server) {
    this.server = server;
  }

  @BeforeEach
  void grant() {
    Keyring keyring = Keyring.parse(Keyring.generate());
    backend = S3Backend.open(MinioConfig.of(server, directory), () -> keyring);
    backend.buckets().create(bucket, BucketSettings.DEFAULT);
    access = backend.access();
    generation = access.generation(1);
    key = IssuedKey.unknown(generation);
    granted = S3Key.of(access.grant(principal, generation, List.of()).credential());
  }

  @AfterEach
  void revoke() {
    access.revoke(principal, List.of(key));
    backend.buckets().delete(bucket);
    backend.close();
  }

  @Test
  void itCannotMakeKeysOfItsOwn() {
    String body =
        "{\"accessKey\":\"MYOWN%s\",\"secretKey\":\"a-secret-of-40-characters-that-is-mine\"}"
            .formatted(granted.accessKeyId().substring(5));
    refuses(MinioCalls.Call.put("add-service-account", Map.of(), Secret.of(body)).sealed());
  }

  /** Its secret is the driver's to derive. */
  @Test
  void itCannotChangeItsSecret() {
    Secret body = Secret.of("{\"secretKey\":\"another-secret-of-mine\",\"status\":\"enabled\"}");
    refuses(
        MinioCalls.Call.put("add-user", Map.of("accessKey", granted.accessKeyId()), body).sealed());
    assertThat(access.isLive(principal, key)).isTrue();
    try (S3Client client =
        S3Clients.client(server.endpoint(), granted.accessKeyId(), granted.secretAccessKey())) {
      client.listObjectsV2(b -> b.bucket(bucket));
    }
  }

  @Test
  void itCannotLookAtOthers() {
    refuses(MinioCalls.Call.get("list-users", Map.of()));
    refuses(MinioCalls.Call.get("list-canned-policies", Map.of()));
  }

  /** MinIO gives a session to whoever asks. It can do no more than the key, and ends with it. */
  @Test
  void aSessionEndsWithItsKey() {
    KeyGeneration anew = access.generation(1);
    try (S3Client session =
        MinioSession.open(server.endpoint(), granted.accessKeyId(), granted.secretAccessKey())) {
      session.listObjectsV2(b -> b.bucket(bucket));
      assertDenied(() -> session.createBucket(b -> b.bucket(UniqueName.of("more"))));

      access.revoke(principal, List.of(key));

      assertDenied(() -> session.listObjectsV2(b -> b.bucket(bucket)));
      access.grant(principal, anew, List.of());
      assertDenied(() -> session.listObjectsV2(b -> b.bucket(bucket)));
    } finally {
      access.revoke(principal, List.of(key, IssuedKey.unknown(anew)));
    }
  }

  @Test
  void aSessionEndsWithItsGenerationOfTheKey() {
    KeyGeneration next = access.generation(2);
    try (S3Client session =
        MinioSession.open(server.endpoint(), granted.accessKeyId(), granted.secretAccessKey())) {
      access.grant(principal, next, List.of(key));
      session.listObjectsV2(b -> b.bucket(bucket));

      access.retire(principal, key, List.of(IssuedKey.unknown(next)));

      assertDenied(() -> session.listObjectsV2(b -> b.bucket(bucket)));
    } finally {
      access.revoke(principal, List.of(key, IssuedKey.unknown(next)));
    }
  }

  private static void assertDenied(Runnable call) {
    assertThatExceptionOfType(S3Exception.class)
        .isThrownBy(call::run)
        .satisfies(e -> assertThat(e.statusCode()).isEqualTo(403));
  }

  private void refuses(MinioCalls.Call call) {
    AwsBasicCredentials own =
        AwsBasicCredentials.create(granted.accessKeyId(), granted.secretAccessKey().reveal());
    try (io.windlass.store.s3.client.S3Clients clients =
        io.windlass.store.s3.client.S3Clients.open(MinioConfig.connection(server), () -> own)) {
      MinioCalls calls = new MinioCalls(clients, S3Errors.of("own"));
      assertThatExceptionOfType(DriverException.PermissionDenied.class)
          .isThrownBy(() -> calls.make(call, "try", "it", calls.deadline()));
    }
  }
}
