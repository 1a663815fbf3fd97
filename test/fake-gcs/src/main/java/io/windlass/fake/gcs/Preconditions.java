package io.windlass.fake.gcs;

import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * cloud.google.com/storage/docs/request-preconditions: 412 where a number has to match and does
 * not, 304 where it has to differ and is the same.
 *
 * @param wanted the numbers, by the names of the JSON API's parameters without a prefix
 */
record Preconditions(Function<String, Optional<Long>> wanted) {
  /** The parameters of a request about an object. */
  static final Set<String> NAMES =
      Set.of(
          "ifGenerationMatch",
          "ifGenerationNotMatch",
          "ifMetagenerationMatch",
          "ifMetagenerationNotMatch");

  /** Those of a copy's source. */
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

  /** Of an object; 0 stands for "there is none". */
  void require(Optional<StoredObject> there) {
    long generation = there.map(StoredObject::generation).orElse(0L);
    long metageneration = there.map(StoredObject::metageneration).orElse(0L);
    match("GenerationMatch", generation);
    match("MetagenerationMatch", metageneration);
    differ("GenerationNotMatch", generation);
    differ("MetagenerationNotMatch", metageneration);
  }

  /** Of a bucket. */
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
