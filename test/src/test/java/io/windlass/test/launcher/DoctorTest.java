package io.windlass.test.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.access.AccessMode;
import io.windlass.access.AccessModes;
import io.windlass.access.BucketGrant;
import io.windlass.access.KeyGeneration;
import io.windlass.access.Principal;
import io.windlass.backend.Backend;
import io.windlass.backend.BucketSettings;
import io.windlass.cli.stores.Stores;
import io.windlass.config.BackendEntry;
import io.windlass.config.Configuration;
import io.windlass.config.ConfigurationException;
import io.windlass.connect.CredentialSource;
import io.windlass.fake.azure.AccountSettings;
import io.windlass.fake.azure.FakeAccount;
import io.windlass.fake.azure.FakeAzure;
import io.windlass.fake.azure.FakeIdentity;
import io.windlass.fake.gcs.FakeGcs;
import io.windlass.http.Proxies;
import io.windlass.mounter.keeper.MounterReports;
import io.windlass.mounter.run.RunDirectory;
import io.windlass.object.Content;
import io.windlass.registry.Fingerprint;
import io.windlass.registry.GrantRecord;
import io.windlass.registry.GrantRecord.KeyRecord;
import io.windlass.registry.Owner;
import io.windlass.registry.RecordKind;
import io.windlass.registry.Registry;
import io.windlass.registry.RegistryBucket;
import io.windlass.secret.Keyring;
import io.windlass.secret.KeyringFile;
import io.windlass.secret.Secret;
import io.windlass.secret.SecretDirectory;
import io.windlass.store.PutOptions;
import io.windlass.store.azure.AzureBackend;
import io.windlass.store.azure.AzureConnector;
import io.windlass.store.azure.client.AzureConnection;
import io.windlass.store.azure.client.AzureManagement;
import io.windlass.store.gcs.GcsBackend;
import io.windlass.store.gcs.client.GcsConnection;
import io.windlass.test.driver.LoopbackPort;
import io.windlass.test.launcher.Launch.Outcome;
import io.windlass.testing.AzuriteServer;
import io.windlass.testing.LongForm;
import io.windlass.testing.MinioAccounts;
import io.windlass.testing.MinioServer;
import io.windlass.testing.MountRights;
import io.windlass.testing.RealServer;
import io.windlass.testing.UniqueName;
import java.io.IOException;
import java.lang.Runtime.Version;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DoctorTest {
  private static final String MARK = "zz-made-by-windlass-doctor";
  private static final String NOTE = "key-of-the-account";

  private final String name = UniqueName.of("doctor");

  @TempDir Path directory;

  @Test
  void ofABareMachineHeFindsNothingWrong() {
    Outcome outcome = healthy().run();

    assertThat(outcome.status()).as(outcome.out() + outcome.err()).isZero();
    assertThat(outcome.out())
        .contains(
            "JDK",
            "can be made",
            "is not there yet",
            "CSI                   – not looked at",
            "Nothing is wrong with what was looked at",
            "not looked at: 3 subjects");
    assertThat(directory).as("looking changes nothing").isEmptyDirectory();
  }

  @Test
  void heTriesAllThatTheDriverDoesAndLeavesNothing() throws IOException {
    Path store = directory.resolve("store");
    String old = "windlass-registry-doctor-1700000000-0123abcd";
    Files.createDirectories(store.resolve(old + "/below"));
    Files.writeString(store.resolve(old + "/" + MARK), proof(old));
    Path somebodys =
        Files.createDirectories(store.resolve("windlass-registry-doctor-1700000001-0123abcd"));
    Files.writeString(somebodys.resolve(MARK), proof(old));
    Path young =
        Files.createDirectories(
            store.resolve(
                "windlass-registry-doctor-%010d-0123abcd"
                    .formatted(Instant.now().getEpochSecond())));
    Outcome outcome = trial(healthy()).run();

    assertThat(outcome.status()).as(outcome.out() + outcome.err()).isZero();
    assertThat(outcome.out())
        .containsIgnoringWhitespaces(
            "windlass-registry is not there yet",
            "conditional writes are atomic",
            "removed what one that was killed has left: " + old,
            "bucket %s stays: it has the name of a trial's".formatted(somebodys.getFileName()),
            "began less than an hour ago there is " + young.getFileName(),
            "one was written, read, listed and deleted",
            "the bucket was used with it",
            "what was made for this is gone again");
    try (Stream<Path> left = Files.list(store)) {
      assertThat(left.filter(path -> !path.getFileName().toString().startsWith(".")))
          .containsExactlyInAnyOrder(young, somebodys);
    }
    assertThat(somebodys.resolve(MARK)).exists();
    assertThat(store.resolve(".windlass/accounts")).isEmptyDirectory();
  }

  /** What a trial puts into its buckets first. */
  private static String proof(String bucket) {
    return "Bucket %s was made by 'windlass doctor --try', which removes it.\n".formatted(bucket);
  }

  @Test
  void heMountsTheBucketWithTheKeyAndLeavesNothing() throws IOException {
    MountRights.require();
    Outcome outcome = mounting().run();

    assertThat(outcome.status()).as(outcome.out() + outcome.err()).isZero();
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.out())
        .containsIgnoringWhitespaces("a file was written there, and read as a file");
    assertThat(directory.resolve("tmp")).isEmptyDirectory();
  }

  @Test
  @LongForm(
      gate = "DoctorTest.heMountsTheBucketWithTheKeyAndLeavesNothing",
      reason = "the same, interrupted")
  void toldToStopInTheMiddleHeLeavesNoMount() throws IOException {
    MountRights.require();
    try (Running doctor = mounting().start(directory.resolve("said"))) {
      doctor.untilSaid("tries a mount");
      int _ = doctor.stop();

      assertThat(doctor.said()).doesNotContain("may still be there");
    }
    assertThat(directory.resolve("tmp")).isEmptyDirectory();
    try (Stream<Path> left = Files.list(directory.resolve("store"))) {
      assertThat(left.filter(path -> !path.getFileName().toString().startsWith("."))).isEmpty();
    }
  }

  /** A process, as only an installation can start a mounter. */
  private Launch mounting() throws IOException {
    Path temporary = Files.createDirectories(directory.resolve("tmp"));
    return Launch.windlass("doctor", "--try")
        .in(healthy().environment())
        .with("TMPDIR", temporary.toString());
  }

  private static Launch trial(Launch doctor) {
    return Launch.inThisJvm("doctor", "--try").in(doctor.environment());
  }

  @Test
  void heKnowsTheDriverThatServes() {
    String metrics = "127.0.0.1:" + LoopbackPort.free();
    Launch driver = Running.driver(directory).with("WINDLASS_METRICS_ADDRESS", metrics);
    try (Running _ = Running.serving(driver, directory)) {
      Outcome outcome =
          until(healthy().with("WINDLASS_METRICS_ADDRESS", metrics), "is served by the driver");

      assertThat(outcome.status()).as(outcome.out() + outcome.err()).isZero();
      assertThat(outcome.out())
          .containsIgnoringWhitespaces(
              "is served by the driver",
              metrics + " is in use, as by the driver that serves",
              "this is expected while the driver itself runs");
    }
  }

  @Test
  void heTellsEveryProblemOfTheConfiguration() {
    Outcome outcome =
        healthy().with("WINDLASS_LOG_LEVEL", "loud").with("WINDLASS_BUCKETS", "x").run();

    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.out()).contains("WINDLASS_LOG_LEVEL", "WINDLASS_BUCKETS", "2 problems");
  }

  @Test
  void heSeesThatTheSocketCannotBeMade() throws IOException {
    Files.createFile(directory.resolve("cosi.sock"));
    Outcome taken = healthy().run();
    Outcome nowhere = healthy().with("COSI_ENDPOINT", "unix:///dev/null/cosi.sock").run();

    assertThat(taken.status()).isEqualTo(1);
    assertThat(taken.out()).contains("is no socket", "remove it");
    assertThat(nowhere.status()).isEqualTo(1);
    assertThat(nowhere.out()).contains("cannot be made", "COSI_ENDPOINT");
  }

  @Test
  void heLooksAtANode() throws IOException {
    MountRights.require();
    Path keys = Files.writeString(directory.resolve("keys"), "not a key");
    Outcome broken = node().with("WINDLASS_KEYS", keys.toString()).run();
    Files.createFile(directory.resolve("state"));
    Outcome blocked = node().run();
    Files.delete(directory.resolve("state"));
    try (Running _ =
        Running.serving(plugin(Launch.windlass("csi")), directory.resolve("csi.sock"), directory)) {
      Outcome serving =
          until(node(), "by the driver csi.windlass.io", "\"ready\"", "serves 0 volumes");

      assertThat(serving.status()).as(serving.out() + serving.err()).isZero();
      assertThat(serving.out())
          // Lines are folded where the paths in them say.
          .containsIgnoringWhitespaces(
              "is served by the driver csi.windlass.io", "NodeGetInfo", "\"ready\"")
          .containsIgnoringWhitespaces(
              "a mount was made and removed", "serves 0 volumes", "state belongs to")
          .containsIgnoringWhitespaces(
              "COSI                  – not looked at", "backends              – not looked");
    } finally {
      endMounter();
    }

    assertThat(broken.status()).isEqualTo(1);
    assertThat(broken.out())
        .contains("WINDLASS_KEYS is of no use", "correct the configuration first")
        .doesNotContain("not a key");
    assertThat(blocked.status()).isEqualTo(1);
    assertThat(blocked.out())
        .containsIgnoringWhitespaces(
            "state cannot be used", "WINDLASS_CSI_STATE", "Probe, NodeGetInfo, while no");
  }

  /** It outlives its plugin, until its next keeper comes. */
  private void endMounter() {
    try {
      ProcessHandle.of(MounterReports.ask(new RunDirectory(directory.resolve("run"))).getPid())
          .ifPresent(ProcessHandle::destroyForcibly);
    } catch (IOException e) {
      // It has gone already: it serves nothing.
    }
  }

  private Launch node() {
    return plugin(Launch.inThisJvm("doctor"));
  }

  private Launch plugin(Launch command) {
    return command
        .with("CSI_ENDPOINT", "unix://" + directory.resolve("csi.sock"))
        .with("WINDLASS_CSI_MODE", "node")
        .with("WINDLASS_CSI_STATE", directory.resolve("state").toString())
        .with("WINDLASS_CSI_STAGING", directory.resolve("staging").toString())
        .with("WINDLASS_CSI_RUN", directory.resolve("run").toString());
  }

  @Test
  @LongForm(
      gate = {
        "DoctorTest.heKnowsTheDriverThatServes",
        "DoctorTest.heTellsAWrongKeyFromAServerThatIsDown"
      },
      reason = "a driver, and several commands, for the same findings")
  @RealServer(MinioServer.class)
  void onMinioHeTriesWhatTheDriverDoes(MinioServer minio) throws IOException {
    Launch doctor = on(minio, healthy());
    Outcome before = doctor.run();
    try (Running driver = Running.serving(on(minio, Running.driver(directory)), directory)) {
      Outcome made =
          on(
                  minio,
                  Launch.inThisJvm(
                      "call", "CreateBucket", "{\"bucket_id\": \"fast/%s-b\"}".formatted(name)))
              .with("COSI_ENDPOINT", "unix://" + directory.resolve("cosi.sock"))
              .run();
      assertThat(made.status()).as(made.err()).isZero();
      assertThat(driver.stop()).isZero();
    }
    Launch role = doctor.with("WINDLASS_FAST_ROLE_ARN", "arn:aws:iam::000000000000:role/volumes");
    Outcome after = role.run();
    Outcome noRole = role.with("WINDLASS_FAST_STS_ENDPOINT", "http://127.0.0.1:1").run();

    assertThat(noRole.status()).as(noRole.out()).isZero();
    assertThat(noRole.out())
        .containsIgnoringWhitespaces(
            "nodes get no sessions", "go on if nothing is mounted", "WINDLASS_FAST_ROLE_ARN");
    assertThat(before.status()).as(before.out()).isZero();
    assertThat(before.out()).contains("the driver's key is right", "is not there yet");
    assertThat(after.status()).as(after.out()).isZero();
    assertThat(after.out())
        .contains(
            "conditional writes are atomic",
            "a user was made and removed",
            "nodes get sessions that end",
            "none that access needs is missing",
            "Nothing is wrong with what was looked at%s; not looked at: 2 subjects."
                .formatted(ofTheJdk()));
  }

  @Test
  @RealServer(MinioServer.class)
  void heTellsAWrongKeyFromAServerThatIsDown(MinioServer minio) throws IOException {
    Launch doctor = on(minio, healthy());
    Files.writeString(directory.resolve("key/secretAccessKey"), "not-the-secret");
    Outcome wrong = until(doctor, "WINDLASS_FAST_CREDENTIALS");
    Outcome down =
        doctor
            .with("WINDLASS_FAST_ENDPOINT", "http://127.0.0.1:1")
            .with("http_proxy", "http://user:canary@127.0.0.1:2")
            .run();

    assertThat(wrong.status()).isEqualTo(1);
    assertThat(wrong.out())
        .contains("WINDLASS_FAST_CREDENTIALS", "1 problem")
        .doesNotContain("not-the-secret", minio.rootSecret().reveal());
    assertThat(down.status()).isEqualTo(1);
    assertThat(down.out())
        .contains("can be reached", "1 problem")
        .containsIgnoringWhitespaces(
            "http:// goes through http://127.0.0.1:2 (http_proxy)",
            "(through the proxy http://127.0.0.1:2)",
            "requests go through the proxy http://127.0.0.1:2")
        .doesNotContain("canary");
  }

  @Test
  @RealServer(MinioServer.class)
  void heTriesAKeyAndSaysWhatStaysWhereNoneCanBeGranted(MinioServer minio)
      throws IOException, ConfigurationException {
    Launch doctor = trial(on(minio, healthy()));
    Outcome granted = doctor.run();
    // MinIO has no users as Ceph has them.
    Outcome refused = doctor.with("WINDLASS_FAST_FLAVOR", "rgw").run();

    assertThat(granted.status()).as(granted.out() + granted.err()).isZero();
    assertThat(granted.out())
        .containsIgnoringWhitespaces(
            "a key was granted, and the bucket was used with it", "is gone again");
    assertThat(refused.status()).as(refused.out() + refused.err()).isEqualTo(1);
    assertThat(refused.out())
        .containsIgnoringWhitespaces(
            "read, listed and deleted",
            "whether the driver's key may make users",
            "it stays, with the object " + NOTE);
    Set<String> made = trialsIn(granted.out() + refused.out());
    assertThat(made).hasSize(4);
    try (Backend backend = backend(doctor)) {
      // Who cannot look for the account does not know that it was not made.
      assertThat(made)
          .filteredOn(backend.buckets()::exists)
          .singleElement()
          .satisfies(kept ->
              assertThat(refused.out())
                  .containsIgnoringWhitespaces("bucket %s may still be there".formatted(kept)));
      assertThat(backend.buckets().exists(name)).as("the registry bucket").isFalse();
    }
  }

  private Backend backend(Launch doctor) throws ConfigurationException {
    BackendEntry entry =
        Configuration.read(doctor.environment(), Stores.kinds()).backends().getFirst();
    return entry.config().open(new KeyringFile(directory.resolve("keys")));
  }

  /** The note of an account that a run has left which was killed. */
  @Test
  @RealServer(MinioServer.class)
  void heKeepsTheNoteOfAnAccountThatHeCannotEnd(MinioServer minio)
      throws IOException, ConfigurationException {
    Launch doctor = trial(on(minio, healthy()));
    String old = name + "-doctor-1700000000-0123abcd";
    try (Backend backend = backend(doctor)) {
      backend.buckets().create(old, BucketSettings.DEFAULT);
      put(backend, old, MARK, proof(old));
      put(backend, old, NOTE, backend.access().generation(1).derivation());
      Outcome none = doctor.with("WINDLASS_FAST_FLAVOR", "none").run();
      boolean kept = backend.objects(old).seek(NOTE).isPresent();
      Outcome ends = doctor.run();

      assertThat(none.status()).as(none.out() + none.err()).isZero();
      assertThat(none.out())
          .containsIgnoringWhitespaces("bucket %s stays: by its object %s".formatted(old, NOTE));
      assertThat(kept).isTrue();
      assertThat(ends.out())
          .containsIgnoringWhitespaces("removed what one that was killed has left: " + old);
      assertThat(backend.buckets().exists(old)).isFalse();
    }
  }

  private static void put(Backend backend, String bucket, String key, String text) {
    var _ =
        backend
            .objects(bucket)
            .put(key, Content.of(text.getBytes(StandardCharsets.UTF_8)), PutOptions.DEFAULT);
  }

  /** Drivers with the right to less than everything. */
  @Test
  @RealServer(MinioServer.class)
  void whatAPolicyForbidsHeSays(MinioServer minio) throws IOException, ConfigurationException {
    Launch doctor = trial(on(minio, healthy()));
    Outcome noBuckets = as(minio, doctor, "s3:*", "*", "s3:CreateBucket").run();
    Outcome itsOwn = as(minio, doctor, "s3:*", name + "*", "s3:BypassGovernanceRetention").run();
    Outcome noEnd = as(minio, doctor, "s3:*", "*", "admin:DeleteUser").run();

    assertThat(noBuckets.status()).as(noBuckets.out() + noBuckets.err()).isZero();
    assertThat(noBuckets.out())
        .containsIgnoringWhitespaces(
            "makes bucket %s-doctor-".formatted(name),
            "the driver may make no bucket of such a name",
            "the right to make buckets whose names begin as that of the registry bucket")
        .doesNotContain("may still be there");
    assertThat(itsOwn.status()).as(itsOwn.out() + itsOwn.err()).isZero();
    assertThat(itsOwn.out()).containsIgnoringWhitespaces("the bucket was used with it");
    assertThat(noEnd.status()).as(noEnd.out() + noEnd.err()).isEqualTo(1);
    assertThat(noEnd.out())
        .containsIgnoringWhitespaces("it stays, with the object " + NOTE, "run --try again");
    try (Backend backend = backend(on(minio, doctor))) {
      assertThat(trialsIn(noEnd.out()))
          .filteredOn(bucket -> backend.buckets().exists(bucket))
          .singleElement()
          .satisfies(kept -> assertThat(backend.objects(kept).seek(NOTE)).isPresent());
    }
  }

  /** As a driver whose key may do some things of S3 with buckets, and all else but one thing. */
  private Launch as(MinioServer minio, Launch doctor, String may, String buckets, String not)
      throws IOException {
    String user = UniqueName.of("driver");
    Secret secret = Secret.of(Keyring.generate().reveal().substring(0, 40));
    MinioAccounts.add(
        minio,
        user,
        secret,
        """
        {"Version": "2012-10-17", "Statement": [
          {"Effect": "Allow", "Action": ["admin:*"]},
          {"Effect": "Allow", "Action": ["s3:ListAllMyBuckets"], "Resource": ["arn:aws:s3:::*"]},
          {"Effect": "Allow", "Action": ["%s"], "Resource": ["arn:aws:s3:::%s"]},
          {"Effect": "Deny", "Action": ["%s"]%s}]}
        """
            .formatted(
                may,
                buckets,
                not,
                not.startsWith("s3:") ? ", \"Resource\": [\"arn:aws:s3:::*\"]" : ""));
    Path key = Files.createDirectories(directory.resolve(user));
    Files.writeString(key.resolve("accessKeyId"), user);
    Files.writeString(key.resolve("secretAccessKey"), secret.reveal());
    return doctor.with("WINDLASS_FAST_CREDENTIALS", key.toString());
  }

  private Set<String> trialsIn(String text) {
    return Pattern.compile(name + "-doctor-[0-9]{10}-[0-9a-f]{8}")
        .matcher(flat(text))
        .results()
        .map(MatchResult::group)
        .collect(Collectors.toSet());
  }

  /** What is said of a JDK with which programs can hang; every doctor of these tests runs on it. */
  private static String ofTheJdk() {
    return Runtime.version().compareTo(Version.parse("25.0.4")) < 0 ? "; 1 remark" : "";
  }

  @Test
  @RealServer(MinioServer.class)
  void heNamesTheKeyThatIsMissing(MinioServer minio) throws IOException, ConfigurationException {
    Launch doctor = on(minio, healthy());
    Configuration configuration = Configuration.read(doctor.environment(), Stores.kinds());
    BackendEntry entry = configuration.backends().getFirst();
    String lost = "0123456789ab";
    try (Backend backend = entry.config().open(new KeyringFile(directory.resolve("keys")))) {
      AccessModes modes = AccessModes.ofData(AccessMode.READ_ONLY, backend.capabilities());
      new Registry(new RegistryBucket(backend, name, true), Owner.current("a test"))
          .insert(
              RecordKind.GRANTS,
              name,
              new GrantRecord(
                  GrantRecord.State.READY,
                  Fingerprint.of(Map.of()),
                  new Principal(
                      name, List.of(new BucketGrant(name, "", modes, Set.of())), Optional.empty()),
                  List.of(KeyRecord.toMake(new KeyGeneration(1, lost + ".1")))));
    }
    Outcome keys = doctor.run();

    assertThat(keys.status()).as(keys.out()).isEqualTo(1);
    assertThat(keys.out())
        .containsIgnoringWhitespaces("WINDLASS_KEYS lacks what access needs: " + lost, "1 problem");
  }

  @Test
  @LongForm(
      gate = "DoctorTest.heTellsAWrongKeyFromAServerThatIsDown",
      reason = "the same command on another store")
  @RealServer(AzuriteServer.class)
  void onAzuriteHeTriesWhatTheDriverDoes(AzuriteServer azurite) throws IOException {
    Path key = Files.createDirectories(directory.resolve("key"));
    Files.writeString(key.resolve("accountKey"), azurite.accountKey().reveal());
    try (Backend backend =
        new AzureConnector()
            .open(
                "azurite",
                new AzureConnector()
                    .address(name, Map.of("endpoint", azurite.accountEndpoint().toString())),
                new CredentialSource.Files(new SecretDirectory(key)),
                Optional.empty(),
                Proxies.none())) {
      backend.buckets().create(name, BucketSettings.DEFAULT);
    }
    Path keys = directory.resolve("keys");
    Files.writeString(keys, Keyring.generate().reveal());
    Launch doctor =
        Launch.inThisJvm("doctor")
            .with("COSI_ENDPOINT", "unix://" + directory.resolve("cosi.sock"))
            .with("WINDLASS_BACKENDS", "cloud")
            .with("WINDLASS_CLOUD_KIND", "azure")
            .with("WINDLASS_CLOUD_ACCOUNT", azurite.account())
            .with("WINDLASS_CLOUD_ENDPOINT", azurite.accountEndpoint().toString())
            .with("WINDLASS_CLOUD_CREDENTIALS", key.toString())
            .with("WINDLASS_CLOUD_REGISTRY_BUCKET", name)
            .with("WINDLASS_KEYS", keys.toString());

    Outcome healthy = doctor.run();
    Files.writeString(key.resolve("accountKey"), "b3RoZXIga2V5");
    Outcome wrong = doctor.run();

    assertThat(healthy.status()).as(healthy.out() + healthy.err()).isZero();
    assertThat(healthy.out())
        .contains("the driver's key is right", "conditional writes are atomic", "a user was made")
        .contains("nodes get sessions that end");
    assertThat(wrong.status()).isEqualTo(1);
    // Azurite says that the key may not, where the service says that it is none.
    assertThat(wrong.out()).contains("1 problem").doesNotContain("b3RoZXIga2V5");
  }

  @Test
  @LongForm(
      gate = "DoctorTest.heTellsAWrongKeyFromAServerThatIsDown",
      reason = "the same command on another store")
  void onGoogleHeTriesWhatTheDriverDoesAndNamesWhatIsWrong() throws IOException {
    // The doctor tries a key as soon as it is made.
    try (FakeGcs fake = new FakeGcs("project").accessAtOnce()) {
      Path identity = Files.createDirectories(directory.resolve("identity"));
      Path file = identity.resolve("credentials.json");
      Launch doctor =
          on(fake, identity).with("COSI_ENDPOINT", "unix://" + directory.resolve("cosi.sock"));

      Outcome healthy = doctor.run();
      Outcome tried = trial(doctor).run();
      // Without a file, the identity is the machine's, whose metadata server an environment names.
      Files.delete(file);
      fake.runAs(fake.administrator("machine"));
      Launch onMachine = doctor.with("GCE_METADATA_HOST", fake.identity().getAuthority());
      // Google's library reads the environment of its process.
      Outcome machine = Launch.windlass("doctor").in(onMachine.environment()).run();
      Files.writeString(file, fake.credentials(fake.serviceAccount("nobody")));
      Outcome denied = doctor.run();

      assertThat(healthy.status()).as(healthy.out() + healthy.err()).isZero();
      assertThat(healthy.out())
          .contains("conditional writes are atomic", "a user was made and removed");
      assertThat(tried.status()).as(tried.out() + tried.err()).isZero();
      assertThat(tried.out())
          .containsIgnoringWhitespaces("the bucket was used with it", "is gone again");
      assertThat(machine.status()).as(machine.out() + machine.err()).isZero();
      assertThat(denied.status()).isEqualTo(1);
      assertThat(denied.out()).contains("1 problem", "does not permit");
    }
  }

  /** Nodes that only read need no role of the project's own. */
  @Test
  void onGoogleHeSeesThatNodesCouldWriteNothing() throws IOException {
    try (FakeGcs fake = new FakeGcs("project").accessAtOnce()) {
      Path identity = Files.createDirectories(directory.resolve("identity"));
      Launch doctor =
          on(fake, identity)
              .with("CSI_ENDPOINT", "unix://" + directory.resolve("csi.sock"))
              .with("WINDLASS_CSI_MODE", "controller")
              .with("WINDLASS_CSI_RENEWAL_ADDRESS", "127.0.0.1:0");
      String email = fake.serviceAccount("may-make-no-role");
      for (String role :
          List.of("storage.admin", "storage.hmacKeyAdmin", "iam.serviceAccountAdmin")) {
        fake.grant(email, "roles/" + role);
      }
      Files.writeString(identity.resolve("credentials.json"), fake.credentials(email));
      Outcome missing = doctor.run();
      fake.grant(email, "roles/iam.roleAdmin");
      Outcome healthy = doctor.run();

      assertThat(missing.status()).as(missing.out()).isEqualTo(1);
      assertThat(missing.out())
          .containsIgnoringWhitespaces(
              "1 problem",
              "nodes get no sessions",
              "gcloud iam roles create windlassObjectReaderWriter");
      assertThat(healthy.status()).as(healthy.out() + healthy.err()).isZero();
      assertThat(healthy.out()).contains("nodes get sessions that end");
    }
  }

  /** Makes the registry bucket as an administrator, who is the driver, too. */
  private Launch on(FakeGcs fake, Path identity) throws IOException {
    Path keys = Files.writeString(directory.resolve("keys"), Keyring.generate().reveal());
    Files.writeString(identity.resolve("credentials.json"), fake.credentials(fake.administrator()));
    try (Backend backend =
        GcsBackend.open(
            "cloud",
            GcsConnection.to(fake.storage(), fake.project()),
            Optional.of(new SecretDirectory(identity)))) {
      backend.buckets().create(name, BucketSettings.DEFAULT);
    }
    return Launch.inThisJvm("doctor")
        .with("WINDLASS_BACKENDS", "cloud")
        .with("WINDLASS_CLOUD_KIND", "gcs")
        .with("WINDLASS_CLOUD_PROJECT", fake.project())
        .with("WINDLASS_CLOUD_ENDPOINT", fake.storage().toString())
        .with("WINDLASS_CLOUD_IAM", fake.identity().toString())
        .with("WINDLASS_CLOUD_STS", fake.identity().toString())
        .with("WINDLASS_CLOUD_CREDENTIALS", identity.toString())
        .with("WINDLASS_CLOUD_REGISTRY_BUCKET", name)
        .with("WINDLASS_KEYS", keys.toString());
  }

  /** No server is needed: the domain is reserved, so no DNS knows a name in it. */
  @Test
  @LongForm(
      gate = "DoctorTest.heTellsAWrongKeyFromAServerThatIsDown",
      reason = "what the machine's DNS says, and when")
  void heKnowsAnAccountThatIsElsewhere() throws IOException {
    Path key = Files.createDirectories(directory.resolve("key"));
    Files.writeString(
        key.resolve("connectionString"),
        "AccountName=shop;AccountKey=Y2FuYXJ5;EndpointSuffix=core.chinacloudapi.cn");
    Path keys = Files.writeString(directory.resolve("keys"), Keyring.generate().reveal());
    Launch doctor =
        Launch.inThisJvm("doctor")
            .with("COSI_ENDPOINT", "unix://" + directory.resolve("cosi.sock"))
            .with("WINDLASS_BACKENDS", "cloud")
            .with("WINDLASS_CLOUD_KIND", "azure")
            .with("WINDLASS_CLOUD_ACCOUNT", "shop")
            .with("WINDLASS_CLOUD_CREDENTIALS", key.toString())
            .with("WINDLASS_KEYS", keys.toString());

    Outcome otherCloud = doctor.run();
    Outcome nowhere = doctor.with("WINDLASS_CLOUD_ENDPOINT", "https://shop.blob.invalid").run();

    assertThat(otherCloud.status()).isEqualTo(1);
    assertThat(otherCloud.out())
        .containsIgnoringWhitespaces(
            "set the endpoint to https://shop.blob.core.chinacloudapi.cn", "1 problem")
        .doesNotContain("Y2FuYXJ5");
    assertThat(nowhere.status()).isEqualTo(1);
    assertThat(nowhere.out())
        .containsIgnoringWhitespaces("DNS does not know the host of the endpoint", "1 problem");
  }

  @Test
  @LongForm(
      gate = "DoctorTest.heTellsAWrongKeyFromAServerThatIsDown",
      reason = "the same command on another store")
  void whatADriverWithoutAnAccountKeyCannotGrantHeSays() throws IOException {
    try (FakeAzure fake = new FakeAzure()) {
      FakeAccount account = fake.add("keyless", AccountSettings.FLAT.withoutSharedKey());
      FakeIdentity driver = fake.driver(account.name());
      Path identity = Files.createDirectories(directory.resolve("identity"));
      Files.writeString(identity.resolve("tenantId"), "fake");
      Files.writeString(identity.resolve("clientId"), driver.clientId());
      Files.writeString(
          identity.resolve("clientSecret"), driver.secret().map(Secret::reveal).orElseThrow());
      AzureManagement management =
          new AzureManagement(
              fake.authority(),
              fake.manager(),
              Optional.empty(),
              Optional.empty(),
              AzureManagement.DEFAULT_ROLES_EFFECTIVE_AFTER);
      try (Backend backend =
          AzureBackend.open(
              "cloud",
              AzureConnection.to(account.endpoint(), account.name()).withManagement(management),
              new SecretDirectory(identity))) {
        backend.buckets().create(name, BucketSettings.DEFAULT);
      }

      Path keys = directory.resolve("keys");
      Files.writeString(keys, Keyring.generate().reveal());

      Outcome outcome =
          healthy()
              .without("WINDLASS_LOCAL_DIRECTORY")
              .without("WINDLASS_LOCAL_LISTEN")
              .with("WINDLASS_BACKENDS", "cloud")
              .with("WINDLASS_CLOUD_KIND", "azure")
              .with("WINDLASS_CLOUD_ACCOUNT", account.name())
              .with("WINDLASS_CLOUD_ENDPOINT", account.endpoint().toString())
              .with("WINDLASS_CLOUD_AUTHORITY", fake.authority().toString())
              .with("WINDLASS_CLOUD_CREDENTIALS", identity.toString())
              .with("WINDLASS_CLOUD_REGISTRY_BUCKET", name)
              .with("WINDLASS_KEYS", keys.toString())
              .run();

      assertThat(outcome.status()).as(outcome.out() + outcome.err()).isZero();
      assertThat(outcome.out())
          .contains("conditional writes are atomic", "no keys can be granted here");
    }
  }

  private Launch on(MinioServer minio, Launch launch) throws IOException {
    Path key = Files.createDirectories(directory.resolve("key"));
    Files.writeString(key.resolve("accessKeyId"), minio.rootAccessKey());
    Files.writeString(key.resolve("secretAccessKey"), minio.rootSecret().reveal());
    Path keys = directory.resolve("keys");
    Files.writeString(keys, Keyring.generate().reveal());
    return launch
        .without("WINDLASS_LOCAL_DIRECTORY")
        .without("WINDLASS_LOCAL_LISTEN")
        .with("WINDLASS_BACKENDS", "fast")
        .with("WINDLASS_FAST_KIND", "s3")
        .with("WINDLASS_FAST_FLAVOR", "minio")
        .with("WINDLASS_FAST_ENDPOINT", minio.endpoint().toString())
        .with("WINDLASS_FAST_CREDENTIALS", key.toString())
        .with("WINDLASS_FAST_REGISTRY_BUCKET", name)
        .with("WINDLASS_KEYS", keys.toString());
  }

  /**
   * Has him look again until he says all this: he waits for some seconds, in which a slow machine
   * may not answer, or a plugin not be ready. Lines are folded anywhere.
   */
  private static Outcome until(Launch doctor, String... said) {
    return doctor.runUntil(
        outcome -> Arrays.stream(said).allMatch(each -> flat(outcome.out()).contains(flat(each))));
  }

  private static String flat(String text) {
    return text.replaceAll("\\s", "");
  }

  private Launch healthy() {
    return Launch.inThisJvm("doctor")
        .with("COSI_ENDPOINT", "unix://" + directory.resolve("cosi.sock"))
        .with("WINDLASS_LOCAL_DIRECTORY", directory.resolve("store").toString())
        .with("WINDLASS_LOCAL_LISTEN", "127.0.0.1:0");
  }
}
