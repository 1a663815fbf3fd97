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
 * service takes tokens of an identity on both of its APIs, and HMAC keys on the XML API alone, so
 * there are two of these. They throw what the clients throw; {@link GcsErrors} knows it.
 */
public interface GcsObjectApi {
  /** Returns the name of the bucket. */
  String bucket();

  /** Returns the same for another bucket. */
  GcsObjectApi at(String other);

  /** Returns whether the bucket keeps versions now, as far as the identity may know. */
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
   * @return whatever was answered
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
   * What is copied.
   *
   * @param seen the object as it still has to be
   * @param described all that the copy says of itself
   */
  record Copied(String bucket, Named object, StorageObject seen, StorageObject described) {}

  /** Copies an object of this or another bucket to this bucket. */
  GcsService.Answered<StorageObject> copy(Copied source, String name, @Nullable Long ifGeneration);

  /**
   * Makes one object of others of this bucket.
   *
   * @param names at most {@link GcsComposer#MOST_SOURCES}, in their order
   * @param object its description, with its size
   */
  GcsService.Answered<StorageObject> compose(
      List<String> names, StorageObject object, @Nullable Long ifGeneration);

  /** Replaces the user metadata of an object that is still as it was seen. */
  GcsService.Answered<StorageObject> describe(StorageObject seen, Map<String, String> metadata);

  /** Deletes a generation for good; without one, the live object. */
  void delete(Named object, @Nullable Long ifGeneration);

  /** Deletes objects; returns why those that were not were not, and nothing of those not there. */
  Map<Named, Failure> deleteAll(List<Named> objects);

  /**
   * What is listed.
   *
   * @param from the first name to list; the one itself may be among them
   * @param versions whether noncurrent ones are listed, too
   */
  record Listing(
      String prefix,
      Optional<String> delimiter,
      Optional<String> from,
      Optional<String> token,
      int most,
      boolean versions) {}

  /** Returns a page of a list. Objects may lack their metadata. */
  Objects list(Listing wanted);
}
