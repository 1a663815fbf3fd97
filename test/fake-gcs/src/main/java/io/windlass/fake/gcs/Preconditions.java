package io.windlass.fake.gcs;

import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * cloud.google.com/storage/docs/request-preconditions: 412 if a number must match and does not, 304
 * if it must differ and does not.
 *
 * @param wanted the numbers, by the JSON API's names of the parameters, without prefix
 */
record Preconditions(Function<String, Optional<Long>> wanted) {
  /** Reads the preconditions of a request about an object. */
  static final Set<String> NAMES =
      Set.of(
          "ifGenerationMatch",
          "ifGenerationNotMatch",
          "ifMetagenerationMatch",
          "ifMetagenerationNotMatch");

  /** Reads the preconditions on a copy's source. */
  static final Set<String> SOURCE_NAMES =
      Set.of(
          "ifSourceGenerationMatch",
          "ifSourceGenerationNotMatch",
          "ifSourceMetagenerationMatch",
          "ifSourceMetagenerationNotMatch");

  static Preconditions of(WireRequest request) {
    return new Preconditions(name -> request.number("if" + name));
  }

  static Preconditions ofSource(WireRequest request) {
    return new Preconditions(name -> request.number("ifSource" + name));
  }

  /** Checks the preconditions on an object; 0 stands for "there is none". */
  void require(Optional<StoredObject> there) {
    long generation = there.map(StoredObject::generation).orElse(0L);
    long metageneration = there.map(StoredObject::metageneration).orElse(0L);
    match("GenerationMatch", generation);
    match("MetagenerationMatch", metageneration);
    differ("GenerationNotMatch", generation);
    differ("MetagenerationNotMatch", metageneration);
  }

  /** Checks the preconditions on a bucket. */
  void require(GcsBucket bucket) {
    match("MetagenerationMatch", bucket.metageneration());
    differ("MetagenerationNotMatch", bucket.metageneration());
  }

  private void match(String name, long actual) {
    if (wanted.apply(name).filter(number -> number != actual).isPresent()) {
      throw Refusal.conditionNotMet();
    }
  }

  /** "If no live object exists, the precondition fails." (json_api/v1/objects/insert) */
  private void differ(String name, long actual) {
    if (wanted.apply(name).filter(number -> number == actual || actual == 0).isPresent()) {
      throw Refusal.notModified();
    }
  }
}
