package io.windlass.store.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.windlass.access.AccessAdmin;
import io.windlass.access.AccessMode;
import io.windlass.access.Credential;
import io.windlass.access.IssuedKey;
import io.windlass.access.KeyGeneration;
import io.windlass.access.Principal;
import io.windlass.backend.BucketSettings;
import io.windlass.error.DriverException;
import io.windlass.store.s3.client.S3Key;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.S3Exception;

/**
 * Tests of what a local store keeps after its process ends in any way, and who may use the store.
 */
@Timeout(300)
class LocalRestartTest {
  @TempDir Path directory;

  private OpenStore store;

  @BeforeEach
  void open() {
    store = new OpenStore(directory);
    store.backend().buckets().create("bucket", BucketSettings.DEFAULT);
  }

  @AfterEach
  void close() {
    store.close();
  }

  @Test
  void dataAndAccessAreThereAgain() {
    URI before = store.endpoint();
    Credential key =
        store.grant(OpenStore.principal(OpenStore.grant("bucket", "", AccessMode.READ_WRITE)));
    store
        .client(key)
        .putObject(
            put -> put.bucket("bucket").key("a/key").metadata(Map.of("colour", "blue")),
            RequestBody.fromString("kept"));
    Principal ended = OpenStore.principal(OpenStore.grant("bucket", "", AccessMode.READ_ONLY));
    Credential revoked = store.grant(ended);
    store.backend().access().revoke(ended, List.of());

    store.restart();

    S3Client writer = store.client(key);
    assertThat(store.endpoint()).isEqualTo(before);
    assertThat(writer.getObjectAsBytes(get -> get.bucket("bucket").key("a/key")).asUtf8String())
        .isEqualTo("kept");
    assertThat(writer.headObject(head -> head.bucket("bucket").key("a/key")).metadata())
        .isEqualTo(Map.of("colour", "blue"));
    assertCode("InvalidAccessKeyId", () -> list(revoked));
  }

  @Test
  void everyGenerationOfAKeyIsThereAgain() {
    Principal principal = OpenStore.principal(OpenStore.grant("bucket", "", AccessMode.READ_ONLY));
    AccessAdmin access = store.backend().access();
    KeyGeneration first = access.generation(1);
    KeyGeneration second = access.generation(2);
    IssuedKey firstKey = IssuedKey.unknown(first);
    IssuedKey secondKey = IssuedKey.unknown(second);
    Credential one = access.grant(principal, first, List.of()).credential();
    Credential two = access.grant(principal, second, List.of()).credential();
    Credential three = access.grant(principal, access.generation(3), List.of()).credential();
    access.retire(principal, secondKey, List.of());

    store.restart();

    list(one);
    list(three);
    assertCode("InvalidAccessKeyId", () -> list(two));
    assertThat(store.backend().access().isLive(principal, firstKey)).isTrue();
    assertThat(store.backend().access().isLive(principal, secondKey)).isFalse();
  }

  @Test
  void aKilledProcessLosesNothingAndLeavesNothing() throws Exception {
    Credential key =
        store.grant(OpenStore.principal(OpenStore.grant("bucket", "", AccessMode.READ_WRITE)));
    S3Client client = store.client(key);
    store.backend().close();
    try (LocalProcess process =
        new LocalProcess(directory, System.getProperty("java.class.path"))) {
      assertThat(process.firstWord()).contains(store.endpoint().toString());
      client.putObject(
          put -> put.bucket("bucket").key("done"), RequestBody.fromString("before the end"));
      String upload =
          client.createMultipartUpload(start -> start.bucket("bucket").key("begun")).uploadId();
      client.uploadPart(
          part -> part.bucket("bucket").key("begun").uploadId(upload).partNumber(1),
          RequestBody.fromString("part"));

      assertThatExceptionOfType(DriverException.InUse.class)
          .isThrownBy(() -> LocalBackend.open(LocalConfig.in(directory)))
          .withMessageContaining(directory.toString());
      process.kill();
    }
    store.restart();

    S3Client again = store.client(key);
    assertThat(again.getObjectAsBytes(get -> get.bucket("bucket").key("done")).asUtf8String())
        .isEqualTo("before the end");
    assertThat(again.listMultipartUploads(list -> list.bucket("bucket")).uploads())
        .singleElement()
        .satisfies(upload -> assertThat(upload.key()).isEqualTo("begun"));
    assertThat(names(directory.resolve("bucket"))).containsExactly("done");
  }

  @Test
  void whatWasNotFinishedIsRemoved() throws IOException {
    store.backend().close();
    Path account = Files.writeString(store.state().resolve("accounts/a.json.new"), "{");
    Path object = Files.writeString(store.state().resolve("staging/object"), "half");
    Path upload = Files.createDirectories(store.state().resolve("uploads/bucket/id.new"));
    Path started =
        Files.createDirectories(
            store.state().resolve("uploads/bucket/" + UUID.randomUUID() + ".new"));
    Files.writeString(started.resolve("key"), "a/key");
    Path hollow = Files.createDirectories(directory.resolve("bucket/left/by/a/crash"));

    store.restart();

    assertThat(account).doesNotExist();
    assertThat(object).doesNotExist();
    assertThat(upload).doesNotExist();
    assertThat(started).doesNotExist();
    S3Client writer = store.writer("bucket");
    writer.putObject(put -> put.bucket("bucket").key("left/by"), RequestBody.fromString("x"));
    assertThat(directory.resolve("bucket/left/by")).isRegularFile();
    writer.deleteObject(delete -> delete.bucket("bucket").key("left/by"));
    Files.createDirectories(hollow);
    store.backend().buckets().delete("bucket");
    assertThat(directory.resolve("bucket")).doesNotExist();
  }

  @Test
  void aDamagedAccountHasNoAccessAndHarmsNobody() throws IOException {
    Principal principal = OpenStore.principal(OpenStore.grant("bucket", "", AccessMode.READ_ONLY));
    Credential damaged = store.grant(principal);
    Path accounts = store.state().resolve("accounts");
    Files.writeString(
        accounts.resolve(names(accounts).getFirst()), "{\"format\": 1, \"principal\": ");
    Credential whole =
        store.grant(OpenStore.principal(OpenStore.grant("bucket", "", AccessMode.READ_ONLY)));

    store.restart();

    assertCode("InvalidAccessKeyId", () -> list(damaged));
    list(whole);
    list(store.grant(principal));
  }

  @Test
  void aDirectoryIsServedOnce() {
    assertThatExceptionOfType(DriverException.InUse.class)
        .isThrownBy(() -> LocalBackend.open(LocalConfig.in(directory)))
        .withMessageContaining(directory + " is in use");
    store.writer("bucket").listObjectsV2(list -> list.bucket("bucket"));
  }

  @Test
  void aPortThatSomebodyElseHasIsAnError() throws IOException {
    int port = store.endpoint().getPort();
    store.backend().close();

    try (ServerSocket taken = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      assertThat(taken.isBound()).isTrue();
      assertThatExceptionOfType(DriverException.InUse.class)
          .isThrownBy(() -> LocalBackend.open(LocalConfig.in(directory)))
          .withMessageContaining(":" + port)
          .withMessageContaining("WINDLASS_NAME_LISTEN");
    }

    store.restart();
    assertThat(store.endpoint().getPort()).isEqualTo(port);
  }

  @Test
  void nobodyElseCanReadWhatIsSecret() throws IOException {
    S3Key key =
        S3Key.of(
            store.grant(OpenStore.principal(OpenStore.grant("bucket", "", AccessMode.READ_WRITE))));

    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(store.state())))
        .isEqualTo("rwx------");
    assertThat(
            PosixFilePermissions.toString(
                Files.getPosixFilePermissions(store.state().resolve("derivation-key"))))
        .isEqualTo("rw-------");
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        assertThat(Files.readString(file)).doesNotContain(key.secretAccessKey().reveal());
      }
    }
  }

  /** With a client of its own: connections of earlier ones ended with the server. */
  private void list(Credential key) {
    store.client(key).listObjectsV2(list -> list.bucket("bucket"));
  }

  private static List<String> names(Path directory) throws IOException {
    try (Stream<Path> children = Files.list(directory)) {
      return children.map(child -> child.getFileName().toString()).toList();
    }
  }

  private static void assertCode(String code, Runnable call) {
    assertThatExceptionOfType(S3Exception.class)
        .isThrownBy(call::run)
        .satisfies(e -> assertThat(e.awsErrorDetails().errorCode()).isEqualTo(code));
  }
}
