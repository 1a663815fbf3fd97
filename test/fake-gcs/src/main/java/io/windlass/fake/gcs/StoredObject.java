package io.windlass.fake.gcs;

import java.time.Instant;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/**
 * One generation of an object.
 *
 * @param fields those that a client sets; nobody changes them
 * @param md5 absent of composite objects
 * @param components how many objects it was composed of; 0 where it was not
 * @param noncurrentSince when it was replaced or deleted in a bucket with versions
 * @param softDeletedAt when it was deleted for good, but for the soft delete policy
 */
@SuppressWarnings("ArrayRecordComponent") // nobody changes or compares it
record StoredObject(
    String name,
    long generation,
    long metageneration,
    byte[] content,
    ObjectNode fields,
    String crc32c,
    Optional<String> md5,
    int components,
    Instant created,
    Instant updated,
    Optional<Instant> noncurrentSince,
    Optional<Instant> softDeletedAt) {

  /** A new one; it gets its generation when it is written. */
  static StoredObject of(String name, byte[] content, ObjectNode fields, int components) {
    return new StoredObject(
        name,
        0,
        1,
        content,
        fields,
        ContentChecksums.crc32c(content),
        components > 0 ? Optional.empty() : Optional.of(ContentChecksums.md5(content)),
        components,
        Instant.EPOCH,
        Instant.EPOCH,
        Optional.empty(),
        Optional.empty());
  }

  StoredObject written(String as, long number, Instant now) {
    return new StoredObject(
        as,
        number,
        1,
        content,
        fields,
        crc32c,
        md5,
        components,
        now,
        now,
        Optional.empty(),
        Optional.empty());
  }

  StoredObject withFields(ObjectNode changed, Instant now) {
    return new StoredObject(
        name,
        generation,
        metageneration + 1,
        content,
        changed,
        crc32c,
        md5,
        components,
        created,
        now,
        noncurrentSince,
        softDeletedAt);
  }

  /** Returns a copy with the same content and other fields. */
  StoredObject with(ObjectNode changed) {
    return new StoredObject(
        name,
        generation,
        metageneration,
        content,
        changed,
        crc32c,
        md5,
        components,
        created,
        updated,
        noncurrentSince,
        softDeletedAt);
  }

  StoredObject named(String other) {
    return new StoredObject(
        other,
        generation,
        metageneration,
        content,
        fields,
        crc32c,
        md5,
        components,
        created,
        updated,
        noncurrentSince,
        softDeletedAt);
  }

  /** Returns this object without MD5, as objects that were sent in parts have none. */
  StoredObject withoutMd5() {
    return new StoredObject(
        name,
        generation,
        metageneration,
        content,
        fields,
        crc32c,
        Optional.empty(),
        components,
        created,
        updated,
        noncurrentSince,
        softDeletedAt);
  }

  StoredObject noncurrent(Instant now) {
    return new StoredObject(
        name,
        generation,
        metageneration,
        content,
        fields,
        crc32c,
        md5,
        components,
        created,
        updated,
        Optional.of(now),
        softDeletedAt);
  }

  StoredObject softDeleted(Instant now) {
    return new StoredObject(
        name,
        generation,
        metageneration,
        content,
        fields,
        crc32c,
        md5,
        components,
        created,
        updated,
        noncurrentSince,
        Optional.of(now));
  }

  /** The text of one of its fields. */
  Optional<String> field(String field) {
    return JsonText.text(fields, field);
  }

  String etag() {
    return Etags.of(generation, metageneration);
  }
}
