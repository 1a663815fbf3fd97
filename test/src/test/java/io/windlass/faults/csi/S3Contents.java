package io.windlass.faults.csi;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.test.driver.DriverSetup;
import io.windlass.testing.MinioAccounts;
import io.windlass.testing.MinioServer;
import io.windlass.testing.S3Clients;
import io.windlass.testing.SeaweedFsServer;
import io.windlass.testing.SeaweedFsUsers;
import io.windlass.trial.ServerProbe;
import java.net.URLDecoder;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.Bucket;
import software.amazon.awssdk.services.s3.model.DeleteMarkerEntry;
import software.amazon.awssdk.services.s3.model.LifecycleRule;
import software.amazon.awssdk.services.s3.model.MultipartUpload;
import software.amazon.awssdk.services.s3.model.ObjectVersion;
import software.amazon.awssdk.services.s3.model.Tag;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Contents of a server of S3 and its users, as its administrator sees them. */
public final class S3Contents implements AutoCloseable {
  /** Objects beside the records. */
  static final String SNAPSHOT_DATA = "snapshot-data/";

  /** What a driver tries the server with, for a moment; if it is killed, for ten minutes. */
  private static final String TRIAL = ServerProbe.NAME;

  private final S3Client s3;
  private final Supplier<Set<String>> keys;

  private S3Contents(S3Client s3, Supplier<Set<String>> keys) {
    this.s3 = s3;
    this.keys = keys;
  }

  /** Opens those of a MinIO server. */
  public static S3Contents of(MinioServer server) {
    return new S3Contents(
        S3Clients.client(server.endpoint(), server.rootAccessKey(), server.rootSecret()),
        () -> keys(server));
  }

  /** Opens those of a SeaweedFS server. */
  public static S3Contents of(SeaweedFsServer server) {
    return new S3Contents(
        S3Clients.client(server.endpoint(), server.rootAccessKey(), server.rootSecret()),
        () -> keys(server));
  }

  /** Names of all buckets. */
  public Set<String> buckets() {
    return s3.listBuckets().buckets().stream()
        .map(Bucket::name)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Keys of a bucket; fails if there is anything of a key that was deleted. */
  Set<String> keys(String bucket) {
    List<ObjectVersion> versions = versions(bucket);
    Set<String> current =
        versions.stream()
            .filter(ObjectVersion::isLatest)
            .map(ObjectVersion::key)
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(versions)
        .as("versions in %s", bucket)
        .extracting(ObjectVersion::key)
        .isSubsetOf(current);
    return current;
  }

  /** Fails if a bucket has old versions that no rule lets go. */
  void requireNoOldVersionsForLong(String bucket) {
    if (!versions(bucket).stream().allMatch(ObjectVersion::isLatest)) {
      assertThat(s3.getBucketLifecycleConfiguration(b -> b.bucket(bucket)).rules())
          .as("rules of %s, which has old versions", bucket)
          .extracting(LifecycleRule::id)
          .contains("windlass-versions");
    }
  }

  private List<ObjectVersion> versions(String bucket) {
    var pages = s3.listObjectVersionsPaginator(b -> b.bucket(bucket));
    assertThat(pages.stream().flatMap(page -> page.deleteMarkers().stream()))
        .extracting(DeleteMarkerEntry::key)
        .filteredOn(key -> !key.contains(TRIAL))
        .as("delete markers in %s", bucket)
        .isEmpty();
    return pages.versions().stream().filter(version -> !version.key().contains(TRIAL)).toList();
  }

  /** Returns the contents of the objects below a prefix, by their keys without the prefix. */
  Map<String, byte[]> objects(String bucket, String prefix) {
    Map<String, byte[]> objects = new TreeMap<>();
    s3.listObjectsV2Paginator(b -> b.bucket(bucket).prefix(prefix))
        .contents()
        .forEach(object ->
            objects.put(
                object.key().substring(prefix.length()),
                s3.getObjectAsBytes(b -> b.bucket(bucket).key(object.key())).asByteArray()));
    return objects;
  }

  /** Tags of a bucket that has some. */
  Map<String, String> tags(String bucket) {
    return s3.getBucketTagging(b -> b.bucket(bucket)).tagSet().stream()
        .collect(Collectors.toMap(Tag::key, Tag::value));
  }

  /** Each is asked for by its key: without one, MinIO also names some that are over. */
  void requireNoUploads(String bucket) {
    assertThat(
            s3.listMultipartUploads(b -> b.bucket(bucket)).uploads().stream()
                .map(MultipartUpload::key)
                .distinct()
                .filter(key -> !key.startsWith(TRIAL))
                .flatMap(key ->
                    s3.listMultipartUploads(b -> b.bucket(bucket).prefix(key)).uploads().stream()))
        .as("uploads in %s", bucket)
        .isEmpty();
  }

  /** Records by kind and id; fails if anybody has a claim on one. */
  public Map<String, JsonNode> records() {
    String registry = DriverSetup.REGISTRY;
    JsonMapper json = new JsonMapper();
    Map<String, JsonNode> records = new TreeMap<>();
    for (String key : keys(registry)) {
      if (!key.startsWith(SNAPSHOT_DATA) && !key.startsWith(TRIAL)) {
        JsonNode record =
            json.readTree(s3.getObjectAsBytes(b -> b.bucket(registry).key(key)).asByteArray());
        assertThat(record.path("claim").isNull()).as("%s is claimed by nobody", key).isTrue();
        records.put(URLDecoder.decode(key, UTF_8), record.path("value"));
      }
    }
    requireNoUploads(registry);
    return records;
  }

  /** Access keys of all users; fails if a user has not exactly one. */
  public Set<String> keys() {
    return keys.get();
  }

  private static Set<String> keys(SeaweedFsServer server) {
    return SeaweedFsUsers.names(server).stream()
        .map(user -> {
          Set<String> keys = SeaweedFsUsers.keys(server, user);
          assertThat(keys).as("keys of %s", user).hasSize(1);
          return keys.iterator().next();
        })
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /**
   * A user is named after its key. Fails, too, if a user is without a policy, or that without it.
   */
  private static Set<String> keys(MinioServer server) {
    MinioAccounts accounts = MinioAccounts.of(server);
    assertThat(accounts.attached().keySet()).isEqualTo(accounts.users());
    assertThat(accounts.policies())
        .containsExactlyInAnyOrderElementsOf(accounts.attached().values());
    return accounts.users();
  }

  @Override
  public void close() {
    s3.close();
  }
}
