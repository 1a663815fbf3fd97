package io.windlass.store.gcs.object;

import com.google.api.services.storage.model.Objects;
import com.google.api.services.storage.model.StorageObject;
import io.windlass.error.Failure;
import io.windlass.store.gcs.client.GcsBody;
import io.windlass.store.gcs.client.GcsErrors;
import io.windlass.store.gcs.client.GcsService;
import io.windlass.store.gcs.client.GcsTransport;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The requests about objects of one bucket that the parts of {@link GcsStore} are made of. The
 * service accepts tokens of an identity on both of its APIs, but HMAC keys only on the XML API, so
 * there are two implementations. They throw the exceptions of their clients, which {@link
 * GcsErrors} translates.
 */
public interface GcsObjectApi {
  /** Returns the name of the bucket. */
  String bucket();

  /** Returns the same for another bucket. */
  GcsObjectApi at(String other);

  /** Returns whether the bucket keeps versions now, if the identity may read that. */
  boolean keepsVersions();

  /** Returns whether lists can show versions. */
  boolean listsVersions();

  /**
   * An object, whatever its name.
   *
   * @param generation this one; null: the live one
   */
  record Named(String name, @Nullable Long generation) {
    /** The live one. */
    static Named live(String name) {
      return new Named(name, null);
    }
  }

  /** Returns an object without its content. */
  GcsService.Answered<StorageObject> look(Named object, @Nullable Long ifGeneration);

  /**
   * Opens an object, by "xml-api/get-object-download", whose answer has the metadata in its
   * headers.
   *
   * @return the answer, whatever its status is
   */
  GcsTransport.Received open(Named object, Map<String, String> headers);

  /**
   * Writes an object with its content, of which {@code body} computes the checksum.
   *
   * @param ifGeneration 0: if there is none
   */
  GcsService.Answered<StorageObject> insert(
      StorageObject object, GcsBody body, OptionalLong ifGeneration);

  /**
   * Source and description of a copy.
   *
   * @param seen the object, which must not have changed
   * @param described complete description of the copy
   */
  record Copied(String bucket, Named object, StorageObject seen, StorageObject described) {}

  /** Copies an object of this or another bucket to this bucket. */
  GcsService.Answered<StorageObject> copy(Copied source, String name, @Nullable Long ifGeneration);

  /**
   * Composes one object of others of this bucket.
   *
   * @param names at most {@link GcsComposer#MOST_SOURCES}, in their order
   * @param object its description, with its size
   */
  GcsService.Answered<StorageObject> compose(
      List<String> names, StorageObject object, @Nullable Long ifGeneration);

  /** Replaces the user metadata of an object if it has not changed. */
  GcsService.Answered<StorageObject> describe(StorageObject seen, Map<String, String> metadata);

  /** Deletes a generation for good; without one, the live object. */
  void delete(Named object, @Nullable Long ifGeneration);

  /** Deletes objects; returns the failures. A missing object is no failure. */
  Map<Named, Failure> deleteAll(List<Named> objects);

  /**
   * An entry of a listing.
   *
   * @param from the first name to list, inclusive
   * @param versions whether to list noncurrent generations, too
   */
  record Listing(
      String prefix,
      Optional<String> delimiter,
      Optional<String> from,
      Optional<String> token,
      int most,
      boolean versions) {}

  /** Returns the folders of the bucket, if it has any and this API reaches them. */
  Optional<GcsFolderApi> folders();

  /** Returns a page of a list. Objects may lack their metadata. */
  Objects list(Listing wanted);
}
