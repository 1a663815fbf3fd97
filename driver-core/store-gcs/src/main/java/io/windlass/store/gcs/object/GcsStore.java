package io.windlass.store.gcs.object;

import com.google.api.services.storage.model.StorageObject;
import io.windlass.object.Condition;
import io.windlass.object.Content;
import io.windlass.object.ObjectId;
import io.windlass.object.ObjectInfo;
import io.windlass.object.ObjectProperties;
import io.windlass.object.ObjectReader;
import io.windlass.store.AtomicRenames;
import io.windlass.store.CopyOptions;
import io.windlass.store.CopyResult;
import io.windlass.store.CopySource;
import io.windlass.store.DeleteFailure;
import io.windlass.store.GetOptions;
import io.windlass.store.ListOptions;
import io.windlass.store.ListedEntry;
import io.windlass.store.MetadataUpdates;
import io.windlass.store.MultipartUploads;
import io.windlass.store.ObjectStore;
import io.windlass.store.ObjectVersions;
import io.windlass.store.Page;
import io.windlass.store.PutOptions;
import io.windlass.store.RangeCopies;
import io.windlass.store.Upload;
import io.windlass.store.gcs.client.GcsBody;
import io.windlass.store.gcs.client.GcsChecksum;
import io.windlass.store.gcs.client.GcsKeys;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;

/** The data plane over one bucket. Creating one is cheap. */
public final class GcsStore implements ObjectStore {
  private final GcsBucketClient bucket;
  private final GcsReads reads;
  private final GcsLists lists;
  private final GcsCopies copies;
  private final GcsDeletes deletes;
  private final GcsUploads uploads;

  public GcsStore(GcsBucketClient bucket) {
    this.bucket = bucket;
    this.reads = new GcsReads(bucket);
    this.lists = new GcsLists(bucket);
    this.copies = new GcsCopies(bucket);
    this.deletes = new GcsDeletes(bucket);
    this.uploads = new GcsUploads(bucket, copies, lists, deletes);
  }

  @Override
  public String bucket() {
    return bucket.name();
  }

  @Override
  public void checkKey(String key) {
    String _ = GcsKeys.check(key);
  }

  @Override
  public ObjectInfo head(String key) {
    String name = GcsKeys.check(key);
    boolean versioned = bucket.api().keepsVersions();
    return GcsObjects.info(
        bucket.call("head", key, () -> bucket.api().look(GcsObjectApi.Named.live(name), null)),
        versioned);
  }

  @Override
  public ObjectProperties properties(String key, ObjectProperties seen) {
    return seen.whole() ? seen : head(key).properties();
  }

  @Override
  public ObjectReader get(String key, GetOptions options) {
    return reads.open(key, options);
  }

  /** Sends the checksum with the content; the service refuses content that does not match. */
  @Override
  public ObjectInfo put(String key, Content content, PutOptions options) {
    StorageObject resource =
        GcsProperties.description(options.properties())
            .setName(GcsKeys.check(key))
            .setMetadata(GcsKeys.checkMetadata(options.metadata()))
            .setCrc32c(GcsChecksum.of(content));
    OptionalLong generation = GcsObjects.generation(options.condition());
    boolean versioned = bucket.api().keepsVersions();
    GcsBody body = GcsBody.of(resource.getContentType(), content);
    return GcsObjects.info(
        bucket.call("put", key, () -> bucket.api().insert(resource, body, generation)), versioned);
  }

  /** Copies without an upload, so the listener hears of none. */
  @Override
  public CopyResult copy(
      CopySource source, String key, CopyOptions options, Consumer<Upload> started) {
    return copies.copy(source, key, options);
  }

  @Override
  public void delete(String key, Condition condition) {
    deletes.object(key, condition);
  }

  @Override
  public List<DeleteFailure> deleteAll(List<ObjectId> objects) {
    return deletes.all(objects);
  }

  @Override
  public Page<ListedEntry> list(ListOptions options, Optional<String> token) {
    return lists.objects(options, token);
  }

  @Override
  public MultipartUploads uploads() {
    return uploads;
  }

  /** Removes all remains of uploads. */
  public void endUploads() {
    uploads.endAll(GcsKeys.RESERVED);
  }

  /**
   * Empty: the service composes only whole objects, not ranges. Keeping the pieces of each large
   * object as separate objects, to compose them again, would store everything twice.
   */
  @Override
  public Optional<RangeCopies> rangeCopies() {
    return Optional.empty();
  }

  @Override
  public Optional<ObjectVersions> versions() {
    return bucket.api().listsVersions()
        ? Optional.of(new GcsVersions(bucket, lists, deletes))
        : Optional.empty();
  }

  @Override
  public Optional<MetadataUpdates> metadataUpdates() {
    return Optional.of(new GcsMetadataUpdates(bucket));
  }

  @Override
  public Optional<AtomicRenames> renames() {
    return bucket.api().folders().map(folders -> new GcsRenames(bucket, folders));
  }
}
