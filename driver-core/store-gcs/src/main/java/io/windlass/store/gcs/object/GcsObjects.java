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

/** Objects as the service describes them. A revision is a generation. */
final class GcsObjects {
  static final String DEFAULT_TYPE = "application/octet-stream";

  /** The fields of an object that are asked for. */
  static final String FIELDS =
      "name,size,generation,metageneration,updated,timeDeleted,timeCreated,metadata,contentType,crc32c";

  /** The same with all properties. */
  static final String ALL_FIELDS = FIELDS + "," + GcsProperties.FIELDS;

  private GcsObjects() {}

  /** Of an answer that describes all of an object. */
  static ObjectInfo info(GcsService.Answered<StorageObject> answered, boolean versioned) {
    return info(answered, versioned, GcsProperties.of(answered.resource()));
  }

  /** Of an answer that has other properties than the object, or not all of them. */
  static ObjectInfo info(
      GcsService.Answered<StorageObject> answered, boolean versioned, ObjectProperties properties) {
    StorageObject object = answered.resource();
    return new ObjectInfo(
        object.getName(),
        size(object),
        revision(object),
        Optional.of(object.getGeneration()).filter(_ -> versioned).map(Object::toString),
        updated(object),
        answered.at(),
        metadata(object),
        properties);
  }

  static long size(StorageObject object) {
    return Optional.ofNullable(object.getSize()).orElse(BigInteger.ZERO).longValueExact();
  }

  static Revision revision(StorageObject object) {
    return new Revision(String.valueOf(object.getGeneration()));
  }

  static Instant updated(StorageObject object) {
    return time(object.getUpdated()).orElse(Instant.EPOCH);
  }

  static Optional<Instant> time(@Nullable DateTime time) {
    return Optional.ofNullable(time).map(stated -> Instant.ofEpochMilli(stated.getValue()));
  }

  static Map<String, String> metadata(StorageObject object) {
    return Optional.ofNullable(object.getMetadata()).orElse(Map.of());
  }

  /** The metadata where a list shows it. */
  static Optional<Map<String, String>> listedMetadata(StorageObject object) {
    return Optional.ofNullable(object.getMetadata());
  }

  /** The same object, for changes; the client's own copy takes no immutable maps. */
  static StorageObject copyOf(StorageObject object) {
    return description(object)
        .setName(object.getName())
        .setSize(object.getSize())
        .setCrc32c(object.getCrc32c())
        .setMetadata(metadata(object));
  }

  /** What an object says of itself, beside its user metadata and what the service says. */
  static StorageObject description(StorageObject seen) {
    return GcsProperties.description(GcsProperties.of(seen));
  }

  /**
   * The generation that a precondition names; 0 is "none is there".
   *
   * @throws DriverException.PreconditionFailed for a revision of another store, which no object has
   */
  static OptionalLong generation(Condition condition) {
    return switch (condition) {
      case Condition.Always _ -> OptionalLong.empty();
      case Condition.IfAbsent _ -> OptionalLong.of(0);
      case Condition.IfMatch(Revision revision) -> OptionalLong.of(generation(revision));
    };
  }

  /**
   * The same for the client, which takes null for "whichever".
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

  /** The generation that a text says, if it is one. */
  static Optional<Long> generation(String text) {
    return text.matches("[1-9][0-9]{0,17}") ? Optional.of(Long.valueOf(text)) : Optional.empty();
  }

  /**
   * The generation of a version.
   *
   * @throws DriverException.NotFound for what is none
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
