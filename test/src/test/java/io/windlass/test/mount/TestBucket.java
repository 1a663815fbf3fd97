package io.windlass.test.mount;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.secret.Keyring;
import io.windlass.store.AccessMode;
import io.windlass.store.AccessModes;
import io.windlass.store.BucketGrant;
import io.windlass.store.BucketSettings;
import io.windlass.store.Content;
import io.windlass.store.Credential;
import io.windlass.store.GetOptions;
import io.windlass.store.KeyGeneration;
import io.windlass.store.ListOptions;
import io.windlass.store.ObjectId;
import io.windlass.store.ObjectReader;
import io.windlass.store.ObjectStore;
import io.windlass.store.Principal;
import io.windlass.store.PutOptions;
import io.windlass.store.Upload;
import io.windlass.store.s3.MinioBackends;
import io.windlass.store.s3.S3Backend;
import io.windlass.testing.MinioServer;
import io.windlass.testing.UniqueName;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** A bucket on MinIO, or a folder of one, with what a test puts there. */
final class TestBucket implements AutoCloseable {
  /** As those of volumes are. */
  private static final AccessModes MODES =
      new AccessModes(AccessMode.READ_WRITE, AccessMode.READ_WRITE, AccessMode.READ_ONLY);

  /** More than any test puts into one object. */
  private static final int LARGEST = 256 << 20;

  private final String name = UniqueName.of("mount");
  private final S3Backend backend;
  private final String folder;
  private final List<KeyGeneration> keys = new ArrayList<>();

  /** A whole bucket. */
  TestBucket(MinioServer server, Path scratch) {
    this(server, scratch, "");
  }

  private TestBucket(MinioServer server, Path scratch, String folder) {
    Keyring keyring = Keyring.parse(Keyring.generate());
    this.backend = MinioBackends.open(server, scratch.resolve("admin"), () -> keyring);
    this.folder = folder;
    backend.buckets().create(name, BucketSettings.DEFAULT);
  }

  /** A folder of a bucket. */
  static TestBucket folder(MinioServer server, Path scratch) {
    return new TestBucket(server, scratch, "folder/");
  }

  /** Makes a key for this and nothing else; it goes with the server. */
  Credential.S3 key() {
    BucketGrant grant = new BucketGrant(name, folder, MODES, Set.of());
    Principal principal = new Principal(name, List.of(grant), Optional.empty());
    KeyGeneration key = backend.access().generation(1);
    keys.add(key);
    return (Credential.S3) backend.access().grant(principal, key);
  }

  /** The server does not know such a key any more. */
  void revokeKeys() {
    backend.access().revoke(name, keys);
  }

  /** Deletes the bucket with all that is in it. */
  void delete() {
    ObjectStore objects = objects();
    List<ObjectId> all =
        objects.list(ListOptions.prefix(""), Optional.empty()).items().stream()
            .map(listed -> new ObjectId(listed.key(), Optional.empty()))
            .toList();
    assertThat(objects.deleteAll(all)).isEmpty();
    backend.buckets().delete(name);
  }

  /** As it is named on the command line. */
  String uri() {
    return "s3://" + name + (folder.isEmpty() ? "" : "/" + folder);
  }

  ObjectStore objects() {
    return backend.objects(name);
  }

  void put(String key, byte[] bytes) {
    objects().put(folder + key, Content.of(bytes), PutOptions.DEFAULT);
  }

  void put(String key, String text) {
    put(key, text.getBytes(StandardCharsets.UTF_8));
  }

  /** What is at a key, as one version that is there from its first to its last byte. */
  byte[] bytes(String key) {
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

  String text(String key) {
    return new String(bytes(key), StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    backend.close();
  }
}
