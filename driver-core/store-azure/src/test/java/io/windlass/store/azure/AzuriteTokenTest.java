package io.windlass.store.azure;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.windlass.access.AccessMode;
import io.windlass.access.AccessModes;
import io.windlass.access.BucketGrant;
import io.windlass.access.Credential;
import io.windlass.access.Issued;
import io.windlass.access.IssuedKey;
import io.windlass.access.KeyGeneration;
import io.windlass.access.Principal;
import io.windlass.backend.Backend;
import io.windlass.backend.BucketSettings;
import io.windlass.connect.CredentialSource;
import io.windlass.error.DriverException;
import io.windlass.http.Proxies;
import io.windlass.object.ByteRange;
import io.windlass.object.Condition;
import io.windlass.object.Content;
import io.windlass.object.ObjectId;
import io.windlass.object.ObjectReader;
import io.windlass.store.CopyOptions;
import io.windlass.store.CopyResult;
import io.windlass.store.CopySource;
import io.windlass.store.GetOptions;
import io.windlass.store.ListOptions;
import io.windlass.store.ListedEntry;
import io.windlass.store.MultipartUploads;
import io.windlass.store.ObjectStore;
import io.windlass.store.Part;
import io.windlass.store.PutOptions;
import io.windlass.store.Upload;
import io.windlass.testing.AzuriteServer;
import io.windlass.testing.RealServer;
import io.windlass.testing.UniqueName;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A mount that has only a token for its container, on Azurite. */
@RealServer(AzuriteServer.class)
class AzuriteTokenTest {
  private final AzuriteServer server;
  private final String name = UniqueName.of("token");
  private final AzureConnector connector = new AzureConnector();
  private final Principal principal =
      new Principal(
          name,
          List.of(
              new BucketGrant(
                  name,
                  "",
                  new AccessModes(AccessMode.READ_WRITE, AccessMode.READ_WRITE, AccessMode.ANY),
                  Set.of())),
          Optional.empty());
  @TempDir private Path directory;
  private AzureBackend own;
  private IssuedKey key;
  private Backend mount;
  private ObjectStore store;

  AzuriteTokenTest(AzuriteServer server) {
    this.server = server;
  }

  @BeforeEach
  void open() throws IOException {
    own = AzuriteBackends.open(server, directory);
    own.buckets().create(name, BucketSettings.DEFAULT);
    KeyGeneration generation = own.access().generation(1);
    Issued issued = own.access().grant(principal, generation, List.of());
    key = IssuedKey.of(generation, issued);
    Credential credential = issued.credential();
    mount =
        connector.open(
            "mount",
            connector.address(own.locate(name)),
            new CredentialSource.Text(() -> connector.credential(credential)),
            Optional.empty(),
            Proxies.none());
    store = mount.objects(name);
  }

  @AfterEach
  void close() {
    own.access().revoke(principal, List.of(key));
    mount.close();
    own.close();
  }

  private static Content text(String text) {
    return Content.of(text.getBytes(UTF_8));
  }

  private String read(String at) throws IOException {
    try (ObjectReader reader = store.get(at, GetOptions.ALL)) {
      return new String(reader.readAll(1000), UTF_8);
    }
  }

  private List<String> listed() {
    return store.list(ListOptions.prefix(""), Optional.empty()).items().stream()
        .map(ListedEntry::key)
        .toList();
  }

  @Test
  void objectsAreMadeReadCopiedAndDeleted() throws IOException {
    store.put("a b+c%20d/größe", text("one"), PutOptions.DEFAULT);
    MultipartUploads uploads = store.uploads();
    Upload upload = uploads.start("sent", PutOptions.DEFAULT);
    Part first = uploads.send(upload, 1, text("one "));
    Part second =
        store
            .rangeCopies()
            .orElseThrow()
            .copy(upload, 2, CopySource.of(name, "a b+c%20d/größe"), new ByteRange(0, 3));
    uploads.complete(upload, List.of(first, second), Condition.ifAbsent());
    assertThat(read("sent")).isEqualTo("one one");
    CopyResult _ = store.copy(CopySource.of(name, "sent"), "copy", CopyOptions.DEFAULT, _ -> {});
    assertThat(read("copy")).isEqualTo("one one");
    assertThat(listed()).containsExactly("a b+c%20d/größe", "copy", "sent");
    assertThat(
            store.deleteAll(
                listed().stream().map(each -> new ObjectId(each, Optional.empty())).toList()))
        .isEmpty();
    assertThat(listed()).isEmpty();
  }

  @Test
  void whatIsRevokedIsRefused() {
    own.access().revoke(principal, List.of(key));
    assertThatExceptionOfType(DriverException.class)
        .isThrownBy(this::listed)
        .satisfies(refusal ->
            assertThat(refusal)
                .isInstanceOfAny(
                    DriverException.Unauthenticated.class, DriverException.PermissionDenied.class)
                .hasMessageNotContaining("sig="));
  }

  @Test
  void itGrantsNothing() {
    assertThatExceptionOfType(DriverException.class)
        .isThrownBy(() -> mount.access().check(principal));
  }
}
