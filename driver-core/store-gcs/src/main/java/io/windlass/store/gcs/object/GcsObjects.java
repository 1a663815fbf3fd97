package io.windlass.store.gcs.object;

import com.google.api.client.util.DateTime;
import com.google.api.services.storage.model.StorageObject;
import io.windlass.error.DriverException;
import io.windlass.object.Condition;
import io.windlass.object.ObjectInfo;
import io.windlass.object.ObjectProperties;
import io.windlass.object.Revision;
import io.windlass.store.gcs.client.GcsService;
import java.math.BigInteger;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Reads descriptions of objects by the service. A revision is a generation. */
final class GcsObjects {
  static final String DEFAULT_TYPE = "application/octet-stream";

  /** Fields of an object that requests ask for. */
  static final String FIELDS =
      "name,size,generation,metageneration,updated,timeDeleted,timeCreated,metadata,contentType,crc32c";

  /** The same fields with all properties. */
  static final String ALL_FIELDS = FIELDS + "," + GcsProperties.FIELDS;

  private GcsObjects() {}

  /** Reads an answer that describes all of an object. */
  static ObjectInfo info(GcsService.Answered<StorageObject> answered, boolean versioned) {
    return info(answered, versioned, GcsProperties.of(answered.resource()));
  }

  /** Reads an answer that lacks properties of the object. */
  static ObjectInfo info(
      GcsService.Answered<StorageObject> answered, boolean versioned, ObjectProperties properties) {
    StorageObject object = answered.resource();
    return new ObjectInfo(
        object.getName(),
        size(object),
        revision(object),
        Optional.of(generation(object)).filter(_ -> versioned).map(Object::toString),
        updated(object),
        answered.at(),
        GcsMetadata.read(object),
        properties);
  }

  static long size(StorageObject object) {
    return Optional.ofNullable(object.getSize()).orElse(BigInteger.ZERO).longValueExact();
  }

  static Revision revision(StorageObject object) {
    return new Revision(Long.toString(generation(object)));
  }

  private static long generation(StorageObject object) {
    return Optional.ofNullable(object.getGeneration()).orElseThrow(() -> foreign("a generation"));
  }

  /** Returns what is wrong with an answer that lacks what all answers of the service have. */
  static DriverException foreign(String lacks) {
    return new DriverException.Unavailable(
        "the answer is not one of Cloud Storage: it does not state " + lacks, null);
  }

  static Instant updated(StorageObject object) {
    return time(object.getUpdated()).orElse(Instant.EPOCH);
  }

  static Optional<Instant> time(@Nullable DateTime time) {
    return Optional.ofNullable(time).map(stated -> Instant.ofEpochMilli(stated.getValue()));
  }

  /** Returns the metadata, if the list shows them. */
  static Optional<Map<String, String>> listedMetadata(StorageObject object) {
    return Optional.ofNullable(object.getMetadata()).map(_ -> GcsMetadata.read(object));
  }

  /**
   * Returns a copy of a description for changes; the client's own copy fails with immutable maps.
   */
  static StorageObject copyOf(StorageObject object) {
    return description(object)
        .setName(object.getName())
        .setSize(object.getSize())
        .setCrc32c(object.getCrc32c())
        .setMetadata(GcsMetadata.stored(object));
  }

  /**
   * Returns the properties of an object, without user metadata and without what the service sets.
   */
  static StorageObject description(StorageObject seen) {
    return GcsProperties.description(GcsProperties.of(seen));
  }

  /**
   * Returns the generation for a precondition; 0 means that there is no object.
   *
   * @throws DriverException.PreconditionFailed for a revision of another store, which no object
   *     here can have
   */
  static OptionalLong generation(Condition condition) {
    return switch (condition) {
      case Condition.Always _ -> OptionalLong.empty();
      case Condition.IfAbsent _ -> OptionalLong.of(0);
      case Condition.IfMatch(Revision revision) -> OptionalLong.of(generation(revision));
    };
  }

  /**
   * Returns the generation for the client, which uses null for no condition.
   *
   * @throws DriverException.PreconditionFailed as {@link #generation(Condition)}
   */
  static @Nullable Long ifGeneration(Condition condition) {
    OptionalLong generation = generation(condition);
    return generation.isPresent() ? generation.getAsLong() : null;
  }

  static long generation(Revision revision) {
    return generation(revision.token())
        .orElseThrow(() ->
            new DriverException.PreconditionFailed(
                "the object is not in the expected state: no object here has that revision", null));
  }

  /** Returns the generation in a text; empty if it contains none. */
  static Optional<Long> generation(String text) {
    return text.matches("[1-9][0-9]{0,17}") ? Optional.of(Long.valueOf(text)) : Optional.empty();
  }

  /**
   * Returns the generation of a version.
   *
   * @throws DriverException.NotFound if the text is not a version
   */
  static @Nullable Long ofVersion(Optional<String> version) {
    return version
        .map(text ->
            generation(text)
                .orElseThrow(
                    () -> new DriverException.NotFound("there is no such version: " + text, null)))
        .orElse(null);
  }
}
