package io.windlass.test.mount;

import static org.assertj.core.api.Assertions.assertThat;

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
import io.windlass.fake.gcs.FakeGcs;
import io.windlass.http.Proxies;
import io.windlass.object.Content;
import io.windlass.object.ObjectId;
import io.windlass.object.ObjectReader;
import io.windlass.secret.Keyring;
import io.windlass.secret.Secret;
import io.windlass.secret.SecretDirectory;
import io.windlass.store.GetOptions;
import io.windlass.store.ListOptions;
import io.windlass.store.ObjectStore;
import io.windlass.store.PutOptions;
import io.windlass.store.Upload;
import io.windlass.store.azure.AzureConnector;
import io.windlass.store.gcs.GcsBackend;
import io.windlass.store.gcs.client.GcsAccessKey;
import io.windlass.store.gcs.client.GcsConnection;
import io.windlass.store.gcs.client.GcsManagement;
import io.windlass.store.s3.MinioBackends;
import io.windlass.store.s3.SeaweedFsBackends;
import io.windlass.store.s3.client.S3Key;
import io.windlass.testing.AzuriteServer;
import io.windlass.testing.MinioServer;
import io.windlass.testing.SeaweedFsServer;
import io.windlass.testing.UniqueName;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * A bucket on MinIO, a folder of one, a container on Azurite, or a bucket on the fake of Google,
 * with what a test puts there.
 */
public final class TestBucket implements AutoCloseable {
  /** Modes like those of the keys of volumes. */
  private static final AccessModes MODES =
      new AccessModes(AccessMode.READ_WRITE, AccessMode.READ_WRITE, AccessMode.READ_ONLY);

  /** More than any test puts into one object. */
  private static final int LARGEST = 256 << 20;

  private final String name;
  private final Backend backend;
  private final String uri;
  private final String folder;
  private final Map<String, String> environment;
  private final Runnable server;
  private final List<IssuedKey> keys = new ArrayList<>();

  /** Creates a bucket. */
  public TestBucket(MinioServer server, Path scratch) {
    this(server, scratch, "");
  }

  private TestBucket(MinioServer server, Path scratch, String folder) {
    this(
        UniqueName.of("mount"),
        MinioBackends.open(server, scratch.resolve("admin"), keyring()),
        "s3://",
        folder,
        s3(server.endpoint(), server.rootAccessKey(), server.rootSecret()),
        () -> {});
  }

  /** Creates a bucket on SeaweedFS. */
  static TestBucket seaweedFs(SeaweedFsServer server, Path scratch) {
    return new TestBucket(
        UniqueName.of("mount"),
        SeaweedFsBackends.open(server, scratch.resolve("admin"), keyring()),
        "s3://",
        "",
        s3(server.endpoint(), server.rootAccessKey(), server.rootSecret()),
        () -> {});
  }

  private static Map<String, String> s3(URI endpoint, String accessKeyId, Secret secret) {
    return Map.of(
        "AWS_ENDPOINT_URL", endpoint.toString(),
        "AWS_ACCESS_KEY_ID", accessKeyId,
        "AWS_SECRET_ACCESS_KEY", secret.reveal());
  }

  private TestBucket(
      String name,
      Backend backend,
      String above,
      String folder,
      Map<String, String> environment,
      Runnable server) {
    this.name = name;
    this.backend = backend;
    this.uri = above + name + (folder.isEmpty() ? "" : "/" + folder);
    this.folder = folder;
    this.environment = environment;
    this.server = server;
    backend.buckets().create(name, BucketSettings.DEFAULT);
  }

  private static Supplier<Keyring> keyring() {
    Keyring keyring = Keyring.parse(Keyring.generate());
    return () -> keyring;
  }

  /** Creates a folder of a bucket. */
  static TestBucket folder(MinioServer server, Path scratch) {
    return new TestBucket(server, scratch, "folder/");
  }

  /** Creates a container, which is mounted with the key of its account. */
  static TestBucket container(AzuriteServer server) {
    String name = UniqueName.of("mount");
    AzureConnector connector = new AzureConnector();
    Secret key = connector.credential(Map.of("accountKey", server.accountKey()));
    String endpoint = server.accountEndpoint().toString();
    Backend backend =
        connector.open(
            "azurite",
            connector.address(name, Map.of("endpoint", endpoint)),
            new CredentialSource.Text(() -> key),
            Optional.empty(),
            Proxies.none());
    return new TestBucket(
        name,
        backend,
        "azure://" + server.account() + "/",
        "",
        Map.of(
            "AZURE_STORAGE_BLOB_ENDPOINT",
            endpoint,
            "AZURE_STORAGE_KEY",
            server.accountKey().reveal()),
        () -> {});
  }

  /**
   * Creates a bucket on a FAKE of Google of its own, which ends with it. It is mounted with an HMAC
   * key for this bucket alone, as a volume is.
   */
  static TestBucket google(Path scratch) throws IOException {
    // A mount begins with the key as soon as it is made.
    FakeGcs fake = new FakeGcs("project").accessAtOnce();
    Path admin = Files.createDirectories(scratch.resolve("google"));
    Files.writeString(admin.resolve("credentials.json"), fake.credentials(fake.administrator()));
    Backend backend =
        GcsBackend.open(
            "google",
            GcsConnection.to(fake.storage(), fake.project())
                .withManagement(
                    new GcsManagement(
                        fake.identity(),
                        fake.identity(),
                        Optional.empty(),
                        Duration.ofMinutes(1),
                        Duration.ZERO)),
            Optional.of(new SecretDirectory(admin)));
    String name = UniqueName.of("mount");
    Map<String, String> environment = new HashMap<>();
    environment.put("STORAGE_EMULATOR_HOST", fake.storage().toString());
    TestBucket made = new TestBucket(name, backend, "gs://", "", environment, fake::close);
    GcsAccessKey key = GcsAccessKey.of(made.issue());
    environment.put("HMAC_ACCESS_ID", key.accessId());
    environment.put("HMAC_SECRET", key.secret().reveal());
    return made;
  }

  /** Mounts it below {@code scratch}; what a mount before this left staged there is found. */
  MountedBucket mount(Path scratch, String... options) throws IOException {
    return MountedBucket.mount(scratch, uri, environment, options);
  }

  /** Makes a key for this and nothing else; it goes with the server. */
  S3Key key() {
    return S3Key.of(issue());
  }

  private Credential issue() {
    KeyGeneration generation = backend.access().generation(1);
    Issued issued = backend.access().grant(principal(), generation, keys);
    keys.add(IssuedKey.of(generation, issued));
    return issued.credential();
  }

  private Principal principal() {
    BucketGrant grant = new BucketGrant(name, folder, MODES, Set.of());
    return new Principal(name, List.of(grant), Optional.empty());
  }

  /** The server does not know such a key any more. */
  public void revokeKeys() {
    backend.access().revoke(principal(), keys);
  }

  /** Deletes the bucket with all that is in it. */
  public void delete() {
    ObjectStore objects = objects();
    List<ObjectId> all =
        objects.list(ListOptions.prefix(""), Optional.empty()).items().stream()
            .map(listed -> new ObjectId(listed.key(), Optional.empty()))
            .toList();
    assertThat(objects.deleteAll(all)).isEmpty();
    backend.buckets().delete(name);
  }

  /** Returns the URI of the bucket for the command line. */
  public String uri() {
    return uri;
  }

  ObjectStore objects() {
    return backend.objects(name);
  }

  public void put(String key, byte[] bytes) {
    objects().put(folder + key, Content.of(bytes), PutOptions.DEFAULT);
  }

  public void put(String key, String text) {
    put(key, text.getBytes(StandardCharsets.UTF_8));
  }

  /** Returns the content at a key: one version from its first to its last byte. */
  public byte[] bytes(String key) {
    try (ObjectReader reader = objects().get(folder + key, GetOptions.ALL)) {
      return reader.readAll(LARGEST);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Uploads that are neither completed nor aborted: of these keys, and whatever else the server
   * knows of. MinIO also names some that are over, when it is not asked for a key.
   */
  List<Upload> uploads(Collection<String> keys) {
    ObjectStore objects = objects();
    Stream<String> named =
        objects.uploads().list("", Optional.empty()).items().stream().map(Upload::key);
    return Stream.concat(keys.stream().map(folder::concat), named)
        .distinct()
        .flatMap(key -> objects.uploads().of(key).stream())
        .toList();
  }

  /** Those of them that take room. */
  List<Upload> filledUploads(Collection<String> keys) {
    return uploads(keys).stream()
        .filter(upload -> !objects().uploads().parts(upload, Optional.empty()).items().isEmpty())
        .toList();
  }

  public String text(String key) {
    return new String(bytes(key), StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    backend.close();
    server.run();
  }
}
