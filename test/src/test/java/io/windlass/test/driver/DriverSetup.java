package io.windlass.test.driver;

import io.windlass.fake.azure.FakeAccount;
import io.windlass.fake.azure.FakeAzure;
import io.windlass.fake.azure.FakeIdentity;
import io.windlass.fake.gcs.FakeGcs;
import io.windlass.secret.Keyring;
import io.windlass.secret.SealingKeyPair;
import io.windlass.secret.Secret;
import io.windlass.test.launcher.Launch;
import io.windlass.testing.AzuriteServer;
import io.windlass.testing.MinioServer;
import io.windlass.testing.SeaweedFsServer;
import io.windlass.testing.VersityServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A place for a driver of its own, and how it is configured: it sees no other environment. The
 * place is a short path, since the path of a socket has to be.
 */
public final class DriverSetup {
  /** The one backend that every set-up has. */
  public static final String BACKEND = "store";

  /** Another one, where a set-up has two. */
  public static final String SECOND_BACKEND = "second";

  /** And a third. */
  public static final String THIRD_BACKEND = "third";

  /** Bucket of the driver's records. */
  public static final String REGISTRY = "windlass-registry";

  private final Path home;
  private final Map<String, String> environment = new HashMap<>();
  private String command = "cosi";
  private Optional<Path> distribution = Optional.empty();
  private final List<String> prefix = new ArrayList<>();

  private DriverSetup(Path home) {
    this.home = home;
  }

  private static DriverSetup bare() {
    try {
      DriverSetup setup = new DriverSetup(Files.createTempDirectory("wl"));
      Files.createDirectory(setup.work());
      setup.environment.put("PATH", System.getenv("PATH"));
      setup.environment.put("HOME", setup.work().toString());
      setup.environment.put("TMPDIR", setup.work().toString());
      setup.environment.put("JAVA_HOME", System.getProperty("java.home"));
      setup.environment.put("COSI_ENDPOINT", "unix://" + setup.socket());
      setup.environment.put("WINDLASS_BACKENDS", BACKEND);
      return setup;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A driver of a MinIO server, as its administrator, with a key of its own. */
  public static DriverSetup minio(MinioServer server) {
    return s3("minio", server.endpoint(), server.rootAccessKey(), server.rootSecret());
  }

  /** A driver of a SeaweedFS server, as its administrator, with a key of its own. */
  public static DriverSetup seaweedFs(SeaweedFsServer server) {
    return s3("seaweedfs", server.endpoint(), server.rootAccessKey(), server.rootSecret());
  }

  /** A driver of a Versity S3 Gateway, as its administrator, whose tenants trust each other. */
  public static DriverSetup versity(VersityServer server) {
    return s3("versitygw", server.endpoint(), server.rootAccessKey(), server.rootSecret())
        .with("WINDLASS_STORE_TENANTS_TRUST_EACH_OTHER", "true")
        .with("WINDLASS_STORE_IAM_ENDPOINT", server.iamEndpoint().toString());
  }

  private static DriverSetup s3(String flavor, URI endpoint, String accessKey, Secret secret) {
    DriverSetup setup = bare();
    setup.secret("admin", "accessKeyId", accessKey);
    setup.secret("admin", "secretAccessKey", secret.reveal());
    setup.secret("keys", "keyring", Keyring.generate().reveal());
    return setup
        .with("WINDLASS_STORE_KIND", "s3")
        .with("WINDLASS_STORE_FLAVOR", flavor)
        .with("WINDLASS_STORE_ENDPOINT", endpoint.toString())
        .with("WINDLASS_STORE_CREDENTIALS", setup.secrets("admin").toString())
        .with("WINDLASS_KEYS", setup.keys().toString());
  }

  /** A driver of the storage account of an Azurite, with the account's key. */
  public static DriverSetup azurite(AzuriteServer server) {
    DriverSetup setup = bare();
    setup.secret("admin", "accountKey", server.accountKey().reveal());
    setup.secret("keys", "keyring", Keyring.generate().reveal());
    return setup
        .with("WINDLASS_STORE_KIND", "azure")
        .with("WINDLASS_STORE_ACCOUNT", server.account())
        .with("WINDLASS_STORE_ENDPOINT", server.accountEndpoint().toString())
        .with("WINDLASS_STORE_CREDENTIALS", setup.secrets("admin").toString())
        .with("WINDLASS_KEYS", setup.keys().toString());
  }

  /** A driver of the project of the FAKE of Google, as its administrator. */
  public static DriverSetup gcs(FakeGcs fake) {
    DriverSetup setup = bare();
    setup.secret("keys", "keyring", Keyring.generate().reveal());
    return setup.withGcs("STORE", "admin", fake).with("WINDLASS_KEYS", setup.keys().toString());
  }

  private DriverSetup withGcs(String backend, String credentials, FakeGcs fake) {
    secret(credentials, "credentials.json", fake.credentials(fake.administrator()));
    String prefix = "WINDLASS_" + backend;
    return with(prefix + "_KIND", "gcs")
        .with(prefix + "_PROJECT", fake.project())
        .with(prefix + "_ENDPOINT", fake.storage().toString())
        .with(prefix + "_IAM", fake.identity().toString())
        .with(prefix + "_STS", fake.identity().toString())
        .with(prefix + "_KEYS_TRIED_FOR", "0s")
        .with(prefix + "_CREDENTIALS", secrets(credentials).toString());
  }

  /** The same driver with a second backend, {@link #SECOND_BACKEND}: the account of an Azurite. */
  public DriverSetup andAzurite(AzuriteServer server) {
    secret("account", "accountKey", server.accountKey().reveal());
    return with("WINDLASS_BACKENDS", BACKEND + "," + SECOND_BACKEND)
        .with("WINDLASS_SECOND_KIND", "azure")
        .with("WINDLASS_SECOND_ACCOUNT", server.account())
        .with("WINDLASS_SECOND_ENDPOINT", server.accountEndpoint().toString())
        .with("WINDLASS_SECOND_CREDENTIALS", secrets("account").toString());
  }

  /** The same driver with {@link #THIRD_BACKEND}: the project of the FAKE of Google. */
  public DriverSetup andGcs(FakeGcs fake) {
    return withGcs("THIRD", "google", fake)
        .with("WINDLASS_BACKENDS", String.join(",", BACKEND, SECOND_BACKEND, THIRD_BACKEND));
  }

  /** A driver of a storage account of the FAKE Azure, with an identity and no account key. */
  public static DriverSetup azure(FakeAzure fake, FakeAccount account, FakeIdentity driver) {
    DriverSetup setup = bare();
    setup.secret("admin", "tenantId", "fake");
    setup.secret("admin", "clientId", driver.clientId());
    setup.secret("admin", "clientSecret", driver.secret().map(Secret::reveal).orElseThrow());
    setup.secret("keys", "keyring", Keyring.generate().reveal());
    return setup
        .with("WINDLASS_STORE_KIND", "azure")
        .with("WINDLASS_STORE_ACCOUNT", account.name())
        .with("WINDLASS_STORE_ENDPOINT", account.endpoint().toString())
        .with("WINDLASS_STORE_AUTHORITY", fake.authority().toString())
        .with("WINDLASS_STORE_MANAGER", fake.manager().toString())
        .with("WINDLASS_STORE_RESOURCE_ID", FakeAzure.scope(account.name(), ""))
        .with("WINDLASS_STORE_ISSUER", "https://issuer.example/cluster")
        .with("WINDLASS_STORE_CREDENTIALS", setup.secrets("admin").toString())
        .with("WINDLASS_KEYS", setup.keys().toString());
  }

  /** A driver of a storage account of the FAKE Azure, with the account's key. */
  public static DriverSetup azure(FakeAccount account) {
    return azurite(
        new AzuriteServer(account.endpoint().resolve("/"), account.name(), account.key()));
  }

  /** A driver of an embedded server over {@link #data}. */
  public static DriverSetup local() {
    DriverSetup setup = bare();
    return setup
        .with("WINDLASS_STORE_KIND", "local")
        .with("WINDLASS_STORE_DIRECTORY", setup.data().toString())
        .with("WINDLASS_STORE_LISTEN", "127.0.0.1:0");
  }

  /** Another driver of the same backend with the same keys, elsewhere. */
  public DriverSetup sibling() {
    DriverSetup other = bare();
    Map<String, String> own = Map.copyOf(other.environment);
    other.environment.putAll(environment);
    other.environment.putAll(own);
    return other;
  }

  /**
   * Returns the same driver as a CSI plugin, controller and node in one process. Keys are made if
   * it has none yet.
   */
  public DriverSetup asCsi() {
    return asCsi("both");
  }

  /**
   * The same driver as a CSI plugin.
   *
   * @param mode what it serves, as {@code WINDLASS_CSI_MODE} says it
   */
  public DriverSetup asCsi(String mode) {
    command = "csi";
    environment.remove("COSI_ENDPOINT");
    if (mode.equals("node")) {
      environment.remove("WINDLASS_KEYS");
    } else if (!environment.containsKey("WINDLASS_KEYS")) {
      secret("keys", "keyring", Keyring.generate().reveal());
      with("WINDLASS_KEYS", keys().toString());
    }
    return with("CSI_ENDPOINT", "unix://" + socket())
        .with("WINDLASS_CSI_MODE", mode)
        .with("WINDLASS_CSI_STATE", state().toString())
        .with("WINDLASS_CSI_STAGING", staging().toString())
        .with("WINDLASS_CSI_RUN", run().toString());
  }

  /** A node plugin, elsewhere, with nothing of this controller. */
  public DriverSetup csiNode() {
    DriverSetup node = bare();
    node.environment.remove("WINDLASS_BACKENDS");
    String server = environment.get("WINDLASS_STORE_ENDPOINT");
    if (server != null) {
      node.with("WINDLASS_CSI_ENDPOINTS", server); // of which it has no backend
    }
    return node.asCsi("node");
  }

  /** Returns the key of a node, which its plugin made. */
  public SealingKeyPair nodeKey() {
    try {
      return SealingKeyPair.parse(Secret.of(Files.readString(state().resolve("node-key"))));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the state directory of a node plugin. */
  public Path state() {
    return home.resolve("state");
  }

  /** Returns the staging directory of a node plugin. */
  public Path staging() {
    return home.resolve("staging");
  }

  /** Returns the run directory, in which a node plugin and its mounter reach each other. */
  public Path run() {
    return home.resolve("run");
  }

  /** Below it volumes are mounted. */
  public Path mounts() {
    return home.resolve("mounts");
  }

  /** With a variable of the environment. */
  public DriverSetup with(String name, String value) {
    environment.put(name, value);
    return this;
  }

  /** Writes a file of a mounted Secret, in one step. */
  public void secret(String directory, String name, String value) {
    try {
      Files.createDirectories(secrets(directory));
      Path fresh = Files.createTempFile(home, "secret", "");
      Files.writeString(fresh, value);
      Files.move(fresh, secrets(directory).resolve(name), StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The file with the driver's own keys. */
  public Path keys() {
    return secrets("keys").resolve("keyring");
  }

  /** A directory of secrets, outside of everything that the driver writes. */
  public Path secrets(String directory) {
    return home.resolve("secrets").resolve(directory);
  }

  /** Its socket. */
  public Path socket() {
    return sockets().resolve("cosi.sock");
  }

  /** The directory of its socket, in which there is nothing else. */
  public Path sockets() {
    return home.resolve("s");
  }

  /** Its working directory. */
  public Path work() {
    return home.resolve("work");
  }

  /** Returns the data directory of an embedded server. */
  public Path data() {
    return home.resolve("data");
  }

  /** Returns the file of the standard output. */
  public Path out() {
    return home.resolve("out");
  }

  /** Returns the file of the standard error. */
  public Path err() {
    return home.resolve("err");
  }

  /** Of another distribution than that of this build, from its next start on. */
  public DriverSetup from(Path other) {
    distribution = Optional.of(other);
    return this;
  }

  /** Returns the directory of the distribution that it is started from. */
  public Path distribution() {
    return distribution.orElseGet(Launch::distribution);
  }

  List<String> command() {
    List<String> all = new ArrayList<>(prefix);
    all.add(distribution().resolve("bin/windlass").toString());
    all.add(command);
    return List.copyOf(all);
  }

  /** Started by another program, whose arguments end with the command of the driver. */
  public DriverSetup within(List<String> program) {
    prefix.addAll(program);
    return this;
  }

  /** Returns the directory of everything that the driver has of its own. */
  public Path home() {
    return home;
  }

  /** Returns what the driver sees, for commands that are run beside it. */
  public Map<String, String> environment() {
    return Map.copyOf(environment);
  }

  /** Removes everything. */
  public void remove() {
    try (Stream<Path> tree = Files.exists(home) ? Files.walk(home) : Stream.empty()) {
      for (Path path : tree.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
