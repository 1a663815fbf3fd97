package io.windlass.volume.snapshot;

import io.windlass.provision.Emptier;
import io.windlass.provision.LeasedOperation;
import io.windlass.store.Content;
import io.windlass.store.CopySource;
import io.windlass.store.DriverException;
import io.windlass.store.GetOptions;
import io.windlass.store.ObjectReader;
import io.windlass.store.ObjectStore;
import io.windlass.store.PutOptions;
import java.io.IOException;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * What a snapshot shows: pages of entries in the order of their keys, numbered from 1, each an
 * object in the registry bucket. Copied files lie beside them under numbers, so that every key
 * fits.
 */
final class Manifest {
  /** Most entries of a page. */
  static final int PAGE = 1000;

  /** A key has 1024 bytes, which JSON may write sixfold. */
  private static final int MAX_PAGE_BYTES = 8 << 20;

  private static final JsonMapper JSON =
      JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();

  private final LeasedOperation operation;
  private final ObjectStore objects;
  private final String folder;

  /**
   * @param record where the snapshot's record lies: folder and id
   */
  Manifest(LeasedOperation operation, String record) {
    this.operation = operation;
    this.objects = operation.objects(operation.configured().registryBucket());
    this.folder = "snapshot-data/" + record + "/";
  }

  /** A page of the manifest. */
  record Page(List<ManifestEntry> entries) {}

  void write(int page, List<ManifestEntry> entries) {
    objects.put(
        pageKey(page),
        Content.of(JSON.writeValueAsBytes(new Page(entries))),
        PutOptions.DEFAULT.withContentType("application/json"));
  }

  List<ManifestEntry> read(int page) {
    try (ObjectReader reader = objects.get(pageKey(page), GetOptions.ALL)) {
      return JSON.readValue(reader.readAll(MAX_PAGE_BYTES), Page.class).entries();
    } catch (IOException | JacksonException e) {
      throw new DriverException.Unexpected("%s cannot be read".formatted(pageKey(page)), e);
    }
  }

  /** The bucket that copies are in. */
  ObjectStore copies() {
    return objects;
  }

  /** Where an entry of a page was copied to. */
  String copyKey(int page, int copy) {
    return "%scopies/%08d-%04d".formatted(folder, page, copy);
  }

  /** Where the object of an entry is. */
  CopySource source(int page, ManifestEntry entry, String bucket, String prefix) {
    return entry
        .version()
        .map(version -> CopySource.of(bucket, prefix + entry.key()).withVersion(version))
        .orElseGet(() -> CopySource.of(objects.bucket(), copyKey(page, entry.copy())));
  }

  /** Deletes pages and copies, as many as fit into a short time; whether nothing is left. */
  boolean delete() {
    return new Emptier(operation, objects.bucket(), folder).run();
  }

  private String pageKey(int page) {
    return "%spages/%08d".formatted(folder, page);
  }
}
