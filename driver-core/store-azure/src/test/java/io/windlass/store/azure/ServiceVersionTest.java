package io.windlass.store.azure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.azure.storage.blob.BlobServiceVersion;
import io.windlass.access.AccessMode;
import io.windlass.access.AccessModes;
import io.windlass.access.BucketGrant;
import io.windlass.access.Credential;
import io.windlass.access.Issued;
import io.windlass.access.IssuedKey;
import io.windlass.access.KeyGeneration;
import io.windlass.access.Principal;
import io.windlass.backend.BucketSettings;
import io.windlass.connect.BucketAddress;
import io.windlass.error.DriverException;
import io.windlass.fake.azure.AccountSettings;
import io.windlass.fake.azure.FakeAzure;
import io.windlass.object.ByteRange;
import io.windlass.object.Condition;
import io.windlass.object.Content;
import io.windlass.object.ObjectId;
import io.windlass.store.CopyOptions;
import io.windlass.store.CopySource;
import io.windlass.store.GetOptions;
import io.windlass.store.ListOptions;
import io.windlass.store.MultipartUploads;
import io.windlass.store.ObjectStore;
import io.windlass.store.PutOptions;
import io.windlass.store.Upload;
import io.windlass.store.azure.client.AzureConnection;
import io.windlass.store.azure.client.AzureProtocol;
import io.windlass.store.azure.client.ServiceVersion;
import io.windlass.store.contract.access.Workload;
import io.windlass.store.contract.access.Workload.Outcome;
import io.windlass.testing.AzuriteServer;
import io.windlass.testing.RealServer;
import io.windlass.testing.UniqueName;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An old version of the service, that of Azure Stack Hub: on Azurite, and on a FAKE of its age. */
@RealServer(AzuriteServer.class)
class ServiceVersionTest {
  private static final ServiceVersion OLD = new ServiceVersion("2019-07-07");

  private final String name = UniqueName.of("version");
  @TempDir private Path directory;

  @Test
  void allThatTheSdkHasInBetweenAreKnown() {
    assertThat(
            Arrays.stream(BlobServiceVersion.values())
                .map(BlobServiceVersion::getVersion)
                .filter(date -> date.compareTo(OLD.date()) >= 0)
                .filter(date -> date.compareTo(ServiceVersion.NEWEST.date()) <= 0))
        .allSatisfy(date -> assertThat(new ServiceVersion(date).date()).isEqualTo(date))
        .hasSize(30);
  }

  @Test
  void everyRequestIsOne(AzuriteServer azurite) throws Exception {
    everything(azurite, _ -> {});
  }

  @Test
  void andNothingLaterIsAskedFor() throws Exception {
    try (FakeAzure fake = new FakeAzure()) {
      fake.knowsUpTo(OLD.date());
      everything(FakeBackends.as(fake.add("hub", AccountSettings.FLAT)), fake::knowsUpTo);
    }
  }

  @Test
  void whoDoesNotSetItIsToldOfIt() throws Exception {
    try (FakeAzure fake = new FakeAzure()) {
      fake.knowsUpTo(OLD.date());
      try (AzureBackend backend =
          FakeBackends.open(fake.add("hub", AccountSettings.FLAT), directory)) {
        assertThatExceptionOfType(DriverException.InvalidArgument.class)
            .isThrownBy(backend::ping)
            .withMessageContaining("set SERVICE_VERSION");
      }
    }
  }

  /** By requests with and without the SDK, whose signatures cover the version. */
  @Test
  void anAccountWithoutTheNewestIsFoundByOneRequest() throws Exception {
    try (FakeAzure fake = new FakeAzure()) {
      AzuriteServer server = FakeBackends.as(fake.add("before", AccountSettings.FLAT));
      AzureConnection connection =
          AzuriteBackends.connection(server).withHierarchy(Optional.of(false));
      fake.knowsUpTo("2026-02-06");
      try (AzureBackend first = AzuriteBackends.open(server, directory, connection);
          AzureBackend second = AzuriteBackends.open(server, directory, connection);
          AzureBackend set =
              AzuriteBackends.open(
                  server, directory, connection.withVersion(Optional.of(ServiceVersion.NEWEST)))) {
        first.buckets().create(name, BucketSettings.DEFAULT);
        for (AzureBackend each : List.of(first, second)) {
          long repeated = each == first ? 0 : 1;
          assertThat(requests(fake, () -> put(each))).isEqualTo(1 + repeated);
          assertThat(requests(fake, () -> put(each))).isEqualTo(1);
          assertThat(new AzureConnector().address(each.locate(name)).fields())
              .doesNotContainKey("serviceVersion");
        }
        assertThatExceptionOfType(DriverException.InvalidArgument.class)
            .isThrownBy(() -> put(set))
            .withMessageContaining("set SERVICE_VERSION");
      }
    }
  }

  private static int requests(FakeAzure fake, Runnable work) {
    int before = fake.requests();
    work.run();
    return fake.requests() - before;
  }

  private void put(AzureBackend backend) {
    backend.objects(name).put("key", Content.of(new byte[3]), PutOptions.DEFAULT);
  }

  /** "List Blobs": startFrom is of 2026-02-06; before it, all pages are read. */
  @Test
  void aListingBehindAKeyBeginsThereWhereTheServiceCan() throws Exception {
    for (AccountSettings settings :
        List.of(AccountSettings.FLAT, AccountSettings.FLAT.withDirectories())) {
      try (FakeAzure fake = new FakeAzure()) {
        AzuriteServer server = FakeBackends.as(fake.add("lists", settings));
        AzureConnection connection =
            AzuriteBackends.connection(server).withHierarchy(Optional.of(settings.hierarchical()));
        try (AzureBackend newest = AzuriteBackends.open(server, directory, connection);
            AzureBackend older =
                AzuriteBackends.open(
                    server,
                    directory,
                    connection.withVersion(Optional.of(new ServiceVersion("2025-11-05"))))) {
          newest.buckets().create(name, BucketSettings.DEFAULT);
          for (int i = 10; i < 40; i++) {
            newest.objects(name).put("k" + i, Content.of(new byte[1]), PutOptions.DEFAULT);
          }
          assertThat(requests(fake, () -> requireLast(newest))).isEqualTo(1);
          assertThat(requests(fake, () -> requireLast(older))).isEqualTo(3);
        }
      }
    }
  }

  private void requireLast(AzureBackend backend) {
    ListOptions last = ListOptions.prefix("").withStartAfter("k36").withLimit(10);
    assertThat(backend.objects(name).list(last, Optional.empty()).items())
        .extracting("key")
        .containsExactly("k37", "k38", "k39");
  }

  /** Workloads have clients of their own, whose requests are of the newest version. */
  private void everything(AzuriteServer server, Consumer<String> knowsUpTo) throws Exception {
    try (AzureBackend backend =
        AzuriteBackends.open(
            server, directory, AzuriteBackends.connection(server).withVersion(Optional.of(OLD)))) {
      backend.ping();
      backend.buckets().create(name, BucketSettings.DEFAULT);
      ObjectStore store = backend.objects(name);
      store.put("one", Content.of(new byte[9]), PutOptions.DEFAULT.withMetadata(Map.of("a", "b")));
      CopySource source = CopySource.of(name, "one").withSize(9);
      store.copy(source, "at-once", CopyOptions.DEFAULT);
      store.copy(source, "by-blocks", CopyOptions.DEFAULT.withMetadata(Map.of()));
      MultipartUploads uploads = store.uploads();
      Upload upload = uploads.start("parts", PutOptions.DEFAULT);
      uploads.complete(
          upload,
          List.of(
              store.rangeCopies().orElseThrow().copy(upload, 1, source, new ByteRange(0, 4)),
              uploads.send(upload, 2, Content.of(new byte[3]))),
          Condition.ifAbsent());
      assertThat(store.head("parts").size()).isEqualTo(7);
      store.get("one", GetOptions.ALL).close();
      store.metadataUpdates().orElseThrow().update("one", Map.of("c", "d"), Condition.always());
      assertThat(store.versions()).isEmpty();
      tokensWork(backend, knowsUpTo);
      assertThat(store.list(ListOptions.prefix(""), Optional.empty()).items())
          .extracting("key")
          .containsExactly("at-once", "by-blocks", "key", "one", "parts");
      assertThat(
              store.deleteAll(
                  List.of(ObjectId.of("at-once"), ObjectId.of("by-blocks"), ObjectId.of("key"))))
          .isEmpty();
      store.delete("parts", Condition.always());
      assertThatExceptionOfType(DriverException.NotEmpty.class)
          .isThrownBy(() -> backend.buckets().delete(name));
      store.delete("one", Condition.always());
      backend.buckets().delete(name);
    }
  }

  private void tokensWork(AzureBackend backend, Consumer<String> knowsUpTo) {
    AccessModes modes = AccessModes.ofData(AccessMode.READ_WRITE, backend.capabilities());
    BucketGrant grant = new BucketGrant(name, "", modes, Set.of());
    Principal principal = new Principal(UniqueName.of("account"), List.of(grant), Optional.empty());
    KeyGeneration key = backend.access().generation(1);
    assertThat(key.derivation()).startsWith("2019-07-07.");
    Issued issued = backend.access().grant(principal, key, List.of());
    List<Credential> tokens =
        List.of(issued.credential(), backend.sessions().orElseThrow().issue(grant, "node"));
    knowsUpTo.accept("9999-12-31");
    for (Credential each : tokens) {
      assertThat(AzureProtocol.sasUri(each).reveal()).contains("sv=2019-07-07");
      try (Workload workload = Workload.open(each, backend.locate(name))) {
        assertThat(workload.write("key")).isEqualTo(Outcome.ALLOWED);
      }
    }
    knowsUpTo.accept(OLD.date());
    backend.access().revoke(principal, List.of(IssuedKey.of(key, issued)));
  }

  /** Else a driver with another setting would change tokens that were handed out. */
  @Test
  void aTokenKeepsTheVersionThatItBeganWith(AzuriteServer azurite) throws Exception {
    BucketGrant grant =
        new BucketGrant(
            name,
            "",
            new AccessModes(AccessMode.READ_ONLY, AccessMode.ANY, AccessMode.ANY),
            Set.of());
    Principal principal = new Principal("workload", List.of(grant), Optional.empty());
    try (AzureBackend old =
            AzuriteBackends.open(
                azurite,
                directory,
                AzuriteBackends.connection(azurite).withVersion(Optional.of(OLD)));
        AzureBackend usual = AzuriteBackends.open(azurite, directory)) {
      for (KeyGeneration key : List.of(old.access().generation(1), usual.access().generation(1))) {
        assertThat(old.access().derive(principal, key))
            .isEqualTo(usual.access().derive(principal, key));
      }
    }
  }

  /** A mount speaks the version of the driver. */
  @Test
  void anAddressCarriesAnUnusualVersion(AzuriteServer azurite) throws Exception {
    AzureConnector connector = new AzureConnector();
    try (AzureBackend old =
        AzuriteBackends.open(
            azurite,
            directory,
            AzuriteBackends.connection(azurite).withVersion(Optional.of(OLD)))) {
      BucketAddress address = connector.address(old.locate(name));
      assertThat(address.fields()).containsEntry("serviceVersion", "2019-07-07");
    }
    Map<String, String> wrong = Map.of("storageAccount", "account", "serviceVersion", "2019-07-08");
    assertThatExceptionOfType(DriverException.InvalidArgument.class)
        .isThrownBy(() -> connector.address(name, wrong))
        .withMessage(
            "serviceVersion must be a version of Azure Storage from 2019-07-07 to 2026-06-06");
  }
}
