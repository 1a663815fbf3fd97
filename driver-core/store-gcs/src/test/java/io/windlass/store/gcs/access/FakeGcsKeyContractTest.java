package io.windlass.store.gcs.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.api.services.storage.model.Bucket;
import com.google.api.services.storage.model.HmacKey;
import io.windlass.access.AccessAdmin;
import io.windlass.access.BucketLocation;
import io.windlass.access.Credential;
import io.windlass.access.Protocol;
import io.windlass.backend.Backend;
import io.windlass.backend.BucketAdmin;
import io.windlass.backend.BucketSettings;
import io.windlass.backend.Timing;
import io.windlass.connect.CredentialSource;
import io.windlass.error.DriverException;
import io.windlass.fake.gcs.FakeGcs;
import io.windlass.http.Proxies;
import io.windlass.object.Condition;
import io.windlass.object.Content;
import io.windlass.secret.Secret;
import io.windlass.secret.SecretDirectory;
import io.windlass.store.Capabilities;
import io.windlass.store.MultipartUploads;
import io.windlass.store.ObjectStore;
import io.windlass.store.Part;
import io.windlass.store.PutOptions;
import io.windlass.store.Upload;
import io.windlass.store.contract.ConditionContract;
import io.windlass.store.contract.CopyContract;
import io.windlass.store.contract.DeleteContract;
import io.windlass.store.contract.DirectoryContract;
import io.windlass.store.contract.KeyContract;
import io.windlass.store.contract.ListContract;
import io.windlass.store.contract.Listings;
import io.windlass.store.contract.MetadataContract;
import io.windlass.store.contract.PropertiesContract;
import io.windlass.store.contract.ReaderContract;
import io.windlass.store.contract.RenameContract;
import io.windlass.store.contract.UploadContract;
import io.windlass.store.contract.WholeObjectContract;
import io.windlass.store.gcs.GcsBackend;
import io.windlass.store.gcs.GcsBackends;
import io.windlass.store.gcs.GcsConnector;
import io.windlass.store.gcs.bucket.BucketLooks;
import io.windlass.store.gcs.client.GcsAccessKey;
import io.windlass.store.gcs.client.GcsErrors;
import io.windlass.store.gcs.client.GcsService;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("Google's objects with an HMAC key, as a mount has it, keep the contract, on a FAKE")
@TestInstance(Lifecycle.PER_CLASS)
class FakeGcsKeyContractTest
    implements ConditionContract,
        CopyContract,
        DeleteContract,
        DirectoryContract,
        KeyContract,
        ListContract,
        MetadataContract,
        PropertiesContract,
        ReaderContract,
        RenameContract,
        UploadContract,
        WholeObjectContract {
  /** A mount pauses in real time. */
  private final FakeGcs fake = new FakeGcs("contract").writesAtAnyRate();

  private final GcsConnector connector = new GcsConnector();
  private KeyBackend backend;

  /** Objects by key; buckets, which keys do not reach, as the administrator. */
  private record KeyBackend(GcsBackend own, Backend data) implements Backend {
    @Override
    public String name() {
      return data.name();
    }

    @Override
    public Protocol protocol() {
      return data.protocol();
    }

    @Override
    public Capabilities capabilities() {
      return data.capabilities();
    }

    @Override
    public Timing timing() {
      return data.timing();
    }

    @Override
    public BucketAdmin buckets() {
      return own.buckets();
    }

    @Override
    public AccessAdmin access() {
      return data.access();
    }

    @Override
    public ObjectStore objects(String bucket) {
      return data.objects(bucket);
    }

    @Override
    public BucketLocation locate(String bucket) {
      return own.locate(bucket);
    }

    @Override
    public void ping() {
      own.ping();
    }

    @Override
    public void close() {
      data.close();
      own.close();
    }
  }

  @BeforeAll
  void open(@TempDir Path directory) {
    GcsBackend own = GcsBackends.open(fake, directory);
    GcsService service =
        new GcsService(
            GcsBackends.connection(fake),
            Optional.of(new SecretDirectory(directory)),
            GcsBackends.AT_ONCE);
    HmacKey made =
        new GcsHmacKeys(service, GcsErrors.of("gcs")).make(fake.administrator("workload"));
    String id = made.getMetadata().getAccessId();
    Credential key = new GcsAccessKey(id, Secret.of(made.getSecret()), "workload").credential();
    Backend data =
        connector.open(
            "key",
            connector.address(own.locate("any")),
            new CredentialSource.Text(() -> connector.credential(key)),
            Optional.empty(),
            Proxies.none());
    own.buckets().create("tried", BucketSettings.DEFAULT);
    await().until(() -> isAccepted(data));
    backend = new KeyBackend(own, data);
  }

  /** Several trials in a row, as one replica is later than the others. */
  private static boolean isAccepted(Backend data) {
    try {
      for (int trial = 0; trial < 3; trial++) {
        assertThat(Listings.keys(data.objects("tried"))).isEmpty();
      }
      return true;
    } catch (DriverException.Unauthenticated e) {
      return false;
    }
  }

  @AfterAll
  void close() {
    backend.close();
    fake.close();
  }

  @Override
  public Backend backend() {
    return backend;
  }

  /** Those that the XML API has headers for. */
  @Override
  public Map<String, String> opaque() {
    return Map.of(
        "storageClass", "NEARLINE",
        "customTime", "2030-01-02T03:04:05.000Z",
        "kmsKeyName", "projects/p/locations/global/keyRings/r/cryptoKeys/k");
  }

  /** The XML API changes metadata by replacing the object, which a retention forbids as well. */
  @Test
  void partsThatARetentionKeepsAreLeft() throws IOException {
    backend.buckets().create("retained", BucketSettings.DEFAULT);
    Bucket keeping =
        new Bucket().setRetentionPolicy(new Bucket.RetentionPolicy().setRetentionPeriod(3600L));
    new BucketLooks(fake).storage().buckets().patch("retained", keeping).execute();
    MultipartUploads uploads = backend.objects("retained").uploads();
    Upload upload = uploads.start("key", PutOptions.DEFAULT);
    Part part = uploads.send(upload, 1, Content.of(new byte[3]));

    assertThat(uploads.complete(upload, List.of(part), Condition.ifAbsent()).size()).isEqualTo(3);

    assertThat(backend.objects("retained").head("key").size()).isEqualTo(3);
  }

  @Test
  void noVersionIsClaimed() {
    assertThat(backend.objects("any").versions()).isEmpty();
  }
}
