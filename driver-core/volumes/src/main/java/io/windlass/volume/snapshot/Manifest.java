package io.windlass.volume.snapshot;

import io.windlass.error.DriverException;
import io.windlass.object.Content;
import io.windlass.object.ObjectReader;
import io.windlass.provision.Emptier;
import io.windlass.provision.LeasedOperation;
import io.windlass.record.NewerFormatException;
import io.windlass.store.CopySource;
import io.windlass.store.GetOptions;
import io.windlass.store.ObjectStore;
import io.windlass.store.PutOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Manifest of a snapshot: the list of the objects that it shows, in the order of their keys. Each
 * page of the list is an object in the registry bucket; pages are numbered from 1. Copied files are
 * stored beside the pages under numbers instead of their keys, so that no key gets too long.
 */
final class Manifest {
  /** Order of the keys, as listings have it: that of their UTF-8 bytes. */
  static final Comparator<String> KEY_ORDER =
      Comparator.comparing(key -> key.getBytes(StandardCharsets.UTF_8), Arrays::compareUnsigned);

  /** Most entries of a page. */
  static final int PAGE = 1000;

  /** Most bytes of a page. A key has up to 1024 bytes. */
  private static final int MAX_PAGE_BYTES = 8 << 20;

  private final LeasedOperation operation;
  private final RecordName snapshot;
  private final ObjectStore objects;
  private final String folder;

  Manifest(LeasedOperation operation, RecordName snapshot) {
    this.operation = operation;
    this.snapshot = snapshot;
    this.objects = operation.objects(operation.configured().registryBucket());
    this.folder = "snapshot-data/" + snapshot + "/";
  }

  void write(int page, List<ManifestEntry> entries) {
    try {
      objects.put(
          pageKey(page), Content.of(ManifestFormat.encode(page, entries)), PutOptions.DEFAULT);
    } catch (IOException e) {
      throw new DriverException.Unexpected("%s cannot be written".formatted(where(page)), e);
    }
  }

  /**
   * Reads the entries of a page.
   *
   * @throws DriverException.FailedPrecondition when a newer version of this driver wrote it
   * @throws DriverException.Unexpected when it is damaged
   */
  List<ManifestEntry> read(int page) {
    try (ObjectReader reader = objects.get(pageKey(page), GetOptions.ALL)) {
      int most = (int) Math.min(reader.info().size(), MAX_PAGE_BYTES);
      return ManifestFormat.decode(where(page), page, reader.readAll(most));
    } catch (NewerFormatException e) {
      throw new DriverException.FailedPrecondition(String.valueOf(e.getMessage()));
    } catch (IOException e) {
      throw new DriverException.Unexpected(
          ("%s is damaged: %s. Nobody can restore from this snapshot: delete it, or put"
                  + " the object back from a copy of the bucket")
              .formatted(where(page), e.getMessage()),
          e);
    }
  }

  /** Returns all entries of the first pages, of which one at a time is read. */
  Iterator<ManifestEntry> entries(int pages) {
    return IntStream.rangeClosed(1, pages).boxed().flatMap(page -> read(page).stream()).iterator();
  }

  /** Returns the description of a page for messages. */
  private String where(int page) {
    return "page %d of snapshot %s/%s (object %s in bucket %s)"
        .formatted(
            page, operation.backend().name(), snapshot.id(), pageKey(page), objects.bucket());
  }

  /** Returns the bucket that holds the copies. */
  ObjectStore copies() {
    return objects;
  }

  /** Returns the key of the copy of an entry. */
  String copyKey(int page, int copy) {
    return "%scopies/%08d-%04d".formatted(folder, page, copy);
  }

  /** Returns the object of an entry: a version in the volume's bucket, or a copy. */
  CopySource source(int page, ManifestEntry entry, String bucket, String prefix) {
    CopySource source =
        entry
            .version()
            .map(version -> CopySource.of(bucket, prefix + entry.key()).withVersion(version))
            .orElseGet(() -> CopySource.of(objects.bucket(), copyKey(page, entry.copy())));
    return entry.revision().map(source::withIfMatch).orElse(source);
  }

  /**
   * Deletes pages and copies, as many as it can in a short time. Returns whether nothing is left.
   */
  boolean delete() {
    return new Emptier(operation, objects.bucket(), folder).run();
  }

  private String pageKey(int page) {
    return "%spages/%08d".formatted(folder, page);
  }
}
