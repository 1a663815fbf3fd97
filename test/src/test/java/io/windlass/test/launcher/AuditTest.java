package io.windlass.test.launcher;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.access.AccessMode;
import io.windlass.access.AccessModes;
import io.windlass.access.BucketGrant;
import io.windlass.access.Principal;
import io.windlass.backend.Backend;
import io.windlass.backend.BucketSettings;
import io.windlass.cli.stores.Stores;
import io.windlass.config.BackendEntry;
import io.windlass.config.Configuration;
import io.windlass.config.ConfigurationException;
import io.windlass.csi.NodeId;
import io.windlass.csi.NodeName;
import io.windlass.object.Condition;
import io.windlass.object.Content;
import io.windlass.registry.BucketRecord;
import io.windlass.registry.Fingerprint;
import io.windlass.registry.GrantRecord;
import io.windlass.registry.GrantRecord.KeyRecord;
import io.windlass.registry.Owner;
import io.windlass.registry.RecordKind;
import io.windlass.registry.Registry;
import io.windlass.registry.RegistryBucket;
import io.windlass.registry.VolumeRecord;
import io.windlass.secret.Keyring;
import io.windlass.secret.KeyringFile;
import io.windlass.secret.SealingKeyPair;
import io.windlass.store.GetOptions;
import io.windlass.store.ListOptions;
import io.windlass.store.PutOptions;
import io.windlass.test.launcher.Launch.Outcome;
import io.windlass.testing.LongForm;
import io.windlass.testing.MinioServer;
import io.windlass.testing.RealServer;
import io.windlass.testing.UniqueName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code windlass audit}, against drift that is made by hand. */
class AuditTest {
  private static final Fingerprint NO_REQUEST = Fingerprint.of(Map.of());
  private static final String CAPABILITY =
      "{\"mount\": {}, \"access_mode\": {\"mode\": \"MULTI_NODE_MULTI_WRITER\"}}";

  private final String name = UniqueName.of("au");

  @TempDir Path directory;

  @Test
  @LongForm(gate = "AuditTest.ofTheEmbeddedStore", reason = "the same drift on another store")
  @RealServer(MinioServer.class)
  void ofMinio(MinioServer minio) throws IOException, ConfigurationException {
    everyKindOfDriftIsFound(environment(minio));
  }

  @Test
  @LongForm(
      gate = "AuditTest.ofTheEmbeddedStore",
      reason = "one more kind of drift, which takes a driver and a MinIO")
  @RealServer(MinioServer.class)
  void aSnapshotWithoutItsObjectsIsFound(MinioServer minio)
      throws IOException, ConfigurationException {
    aSnapshotWithoutItsObjectsIsFound(environment(minio));
  }

  private Map<String, String> environment(MinioServer minio) throws IOException {
    Path key = Files.createDirectories(directory.resolve("key"));
    Files.writeString(key.resolve("accessKeyId"), minio.rootAccessKey());
    Files.writeString(key.resolve("secretAccessKey"), minio.rootSecret().reveal());
    return Map.of(
        "WINDLASS_BACKENDS",
        "store",
        "WINDLASS_STORE_KIND",
        "s3",
        "WINDLASS_STORE_FLAVOR",
        "minio",
        "WINDLASS_STORE_ENDPOINT",
        minio.endpoint().toString(),
        "WINDLASS_STORE_CREDENTIALS",
        key.toString(),
        "WINDLASS_STORE_REGISTRY_BUCKET",
        name + "-registry");
  }

  @Test
  void ofTheEmbeddedStore() throws IOException, ConfigurationException {
    everyKindOfDriftIsFound(
        Map.of(
            "WINDLASS_BACKENDS", "store",
            "WINDLASS_STORE_KIND", "local",
            "WINDLASS_STORE_DIRECTORY", directory.resolve("store").toString(),
            "WINDLASS_STORE_LISTEN", "127.0.0.1:0",
            "WINDLASS_STORE_REGISTRY_BUCKET", name + "-registry"));
  }

  private void everyKindOfDriftIsFound(Map<String, String> store)
      throws IOException, ConfigurationException {
    Map<String, String> environment = withKeys(store);
    makeDrift(environment);

    Outcome dry = audit(environment, "--nodes", "node-1,node-2");
    assertThat(dry.status()).as(dry.out() + dry.err()).isEqualTo(1);
    assertThat(flat(dry))
        .contains(
            "✗ store/%s-gone, record without its bucket".formatted(name),
            "! store/%s-wild, bucket without a record".formatted(name),
            "✗ store/%s-dead, access that does not work as granted".formatted(name),
            "→ --fix grants it again, with the same key",
            "✗ store/%s-void, access to a bucket that is gone".formatted(name),
            "✗ store/%s-lost, volume without its bucket".formatted(name),
            "✗ store/%s-volume, attachment whose key has no record: node node-1".formatted(name),
            "✗ store/%s-volume, attachment to a node that is gone: it is attached to node node-9"
                .formatted(name),
            "attached to node node-12,",
            "✗ store/%s-torn, record that cannot be read".formatted(name),
            "! store/%s-stuck, call that did not finish".formatted(name))
        .doesNotContain(name + "-live, access", "repaired")
        .doesNotContain("attached to node node-1,", "attached to node node-2");

    Outcome fixed = audit(environment, "--fix");
    assertThat(flat(fixed)).contains("access that does not work as granted", "1 repaired");
    Outcome after = audit(environment);
    assertThat(after.status()).as("what takes a decision is left").isEqualTo(1);
    assertThat(flat(after))
        .doesNotContain("does not work as granted")
        .doesNotContain("node that is gone")
        .contains("record without its bucket");
    assertThat(audit(environment, "--json").out())
        .contains("\"BUCKET_GONE\"", "\"canBeFixed\" : false");
    Outcome keys = Launch.inThisJvm("keys").in(environment).run();
    assertThat(keys.status()).as(keys.out() + keys.err()).isZero();
    assertThat(keys.out()).as("the embedded store has its own").doesNotContain("MISSING");
  }

  private Map<String, String> withKeys(Map<String, String> store) throws IOException {
    Path keys = directory.resolve("keys");
    Files.writeString(keys, Keyring.generate().reveal());
    Map<String, String> environment = new HashMap<>(store);
    environment.put("WINDLASS_KEYS", keys.toString());
    environment.put("COSI_ENDPOINT", "unix://" + directory.resolve("cosi.sock"));
    return environment;
  }

  private void makeDrift(Map<String, String> environment) throws ConfigurationException {
    BackendEntry entry = Configuration.read(environment, Stores.kinds()).backends().getFirst();
    KeyringFile keys = new KeyringFile(directory.resolve("keys"));
    try (Backend backend = entry.config().open(keys)) {
      RegistryBucket bucket = new RegistryBucket(backend, entry.registry().bucket(), true);
      Registry registry = new Registry(bucket, Owner.current("a test"));
      bucket(registry, "gone");
      for (String made : List.of("here", "volume", "wild")) {
        backend.buckets().create(name + "-" + made, BucketSettings.DEFAULT);
      }
      bucket(registry, "here");
      access(backend, registry, "live", "here", true);
      access(backend, registry, "dead", "here", false);
      access(backend, registry, "void", "none", true);
      volume(registry, "lost", List.of());
      volume(
          registry,
          "volume",
          List.of(
              attachment("node-1", "nobody"),
              attachment("node-2", "live"),
              attachment("node-9", "live"),
              // Nobody's, as its name is longer than that of a node which there is.
              attachment("node-12", "live")));
      backend
          .objects(entry.registry().bucket())
          .put(
              "buckets/%s-torn".formatted(name),
              Content.of("{".getBytes(UTF_8)),
              PutOptions.DEFAULT);
      stuck(backend, registry, entry.registry().bucket());
    }
  }

  private void bucket(Registry registry, String which) {
    registry.insert(
        RecordKind.BUCKETS,
        name + "-" + which,
        new BucketRecord(BucketRecord.State.READY, BucketRecord.Origin.CREATED, NO_REQUEST));
  }

  private void access(
      Backend backend, Registry registry, String account, String bucket, boolean live) {
    AccessModes modes = AccessModes.ofData(AccessMode.READ_ONLY, backend.capabilities());
    Principal principal =
        new Principal(
            name + "-" + account,
            List.of(new BucketGrant(name + "-" + bucket, "", modes, Set.of())),
            Optional.empty());
    KeyRecord key = KeyRecord.toMake(backend.access().generation(1));
    if (live) {
      backend.access().grant(principal, key.generation(), List.of());
    }
    registry.insert(
        RecordKind.GRANTS,
        principal.account(),
        new GrantRecord(GrantRecord.State.READY, NO_REQUEST, principal, List.of(key)));
  }

  private void volume(Registry registry, String which, List<VolumeRecord.Attachment> attachments) {
    registry.insert(
        RecordKind.VOLUMES,
        name + "-" + which,
        new VolumeRecord(
            VolumeRecord.State.READY,
            VolumeRecord.Origin.CREATED,
            which,
            NO_REQUEST,
            0,
            VolumeRecord.WhenDeleted.DELETE,
            Map.of(),
            Map.of(),
            Optional.empty(),
            Optional.empty(),
            attachments));
  }

  /** Returns an attachment to a node, whose id has its name and a key. */
  private VolumeRecord.Attachment attachment(String node, String account) {
    NodeId id = new NodeId(new NodeName(node), SealingKeyPair.generate().publicKey());
    return new VolumeRecord.Attachment(
        id.toString(), "MULTI", false, name + "-" + account, Optional.empty());
  }

  /** A claim without a lease: of a call that ended long ago, as far as anybody can tell. */
  private void stuck(Backend backend, Registry registry, String bucket) {
    registry.claimNew(
        RecordKind.BUCKETS,
        name + "-stuck",
        new BucketRecord(BucketRecord.State.CREATING, BucketRecord.Origin.CREATED, NO_REQUEST));
    String key = "buckets/%s-stuck".formatted(name);
    try (var reader = backend.objects(bucket).get(key, GetOptions.ALL)) {
      String text = new String(reader.readAll(1 << 16), UTF_8);
      assertThat(text).contains("\"lease\"");
      backend
          .objects(bucket)
          .put(
              key,
              Content.of(text.replaceAll("(\"lease\"\\s*:\\s*)[^,}]+", "$10").getBytes(UTF_8)),
              PutOptions.DEFAULT);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private void aSnapshotWithoutItsObjectsIsFound(Map<String, String> store)
      throws IOException, ConfigurationException {
    Map<String, String> environment = withKeys(store);
    Path socket = directory.resolve("csi.sock");
    Launch plugin =
        Launch.windlass("csi")
            .with("WINDLASS_CSI_MODE", "controller")
            .with("CSI_ENDPOINT", "unix://" + socket);
    for (Map.Entry<String, String> setting : store.entrySet()) {
      plugin = plugin.with(setting.getKey(), setting.getValue());
    }
    plugin = plugin.with("WINDLASS_KEYS", directory.resolve("keys").toString());
    String volume = name + "-pvc";
    BackendEntry configured = Configuration.read(environment, Stores.kinds()).backends().getFirst();
    try (Running running = Running.serving(plugin, socket, directory);
        Backend backend = configured.config().open(new KeyringFile(directory.resolve("keys")))) {
      csi(
          socket,
          "CreateVolume",
          "{\"name\": \"%s\", \"volume_capabilities\": [%s]}".formatted(volume, CAPABILITY));
      backend
          .objects(volume)
          .put("file", Content.of("content".getBytes(UTF_8)), PutOptions.DEFAULT);
      csi(
          socket,
          "CreateSnapshot",
          "{\"name\": \"%s-s\", \"source_volume_id\": \"store/%s\"}".formatted(name, volume));
      assertThat(running.stop()).isZero();
      assertThat(flat(audit(environment))).doesNotContain("snapshot without its objects");
      backend
          .objects(configured.registry().bucket())
          .list(ListOptions.prefix("snapshot-data/snapshots/"), Optional.empty())
          .items()
          .forEach(entry ->
              backend
                  .objects(configured.registry().bucket())
                  .delete(entry.key(), Condition.always()));
      assertThat(flat(audit(environment))).contains("snapshot without its objects");
    }
  }

  private static void csi(Path socket, String method, String json) {
    Outcome outcome =
        Launch.inThisJvm("call", "--api", "csi", "--timeout", "300", method, json)
            .with("CSI_ENDPOINT", "unix://" + socket)
            .succeed();
    assertThat(outcome.status()).isZero();
  }

  private static String flat(Outcome outcome) {
    return outcome.out().replaceAll("\\s+", " ") + outcome.err();
  }

  private static Outcome audit(Map<String, String> environment, String... options) {
    String[] all = new String[options.length + 1];
    all[0] = "audit";
    System.arraycopy(options, 0, all, 1, options.length);
    return Launch.inThisJvm(all).in(environment).run();
  }
}
