package io.windlass.cosi.sanity.check;

import io.windlass.cosi.sanity.store.StoreAnswer;
import io.windlass.cosi.sanity.store.StoreAnswer.Verdict;
import io.windlass.cosi.sanity.store.StoreSession;
import io.windlass.cosi.sanity.trial.Check;
import io.windlass.cosi.sanity.trial.Need;
import io.windlass.cosi.sanity.trial.Rule;
import io.windlass.cosi.sanity.trial.Trial;
import io.windlass.cosi.sanity.wire.ApiRevision;
import io.windlass.cosi.sanity.wire.Bucket;
import io.windlass.cosi.sanity.wire.GrantModes;
import io.windlass.cosi.sanity.wire.Mode;
import java.time.Duration;
import java.util.List;

/** Checks of what a credential can do with each access mode. */
final class KeyModeChecks {
  private static final String MODE =
      "the access mode that the Provisioner SHOULD provision: what it says, and no more";
  private static final String OTHER = "cosi-sanity/other";

  private KeyModeChecks() {}

  static List<Check> all() {
    return List.of(
        Check.of(
                "key/works-at-once",
                Rule.sidecar("the credential is handed to the workload as soon as it is granted"),
                KeyModeChecks::worksAtOnce)
            .needing(Need.STORE),
        check("key/read-write", KeyModeChecks::readWrite).in(ApiRevision::isV1Alpha2),
        check("key/read-only", KeyModeChecks::readOnly).in(ApiRevision::isV1Alpha2),
        check("key/write-only", KeyModeChecks::writeOnly).in(ApiRevision::isV1Alpha2),
        check("key/object-metadata-read-only", KeyModeChecks::objectMetadataReadOnly)
            .in(ApiRevision::hasMetadataModes),
        check("key/object-metadata-read-write", KeyModeChecks::objectMetadataReadWrite)
            .in(ApiRevision::hasMetadataModes),
        check("key/bucket-metadata-read-only", KeyModeChecks::bucketMetadataReadOnly)
            .in(ApiRevision::hasMetadataModes),
        check("key/bucket-metadata-read-write", KeyModeChecks::bucketMetadataReadWrite)
            .in(ApiRevision::hasMetadataModes));
  }

  private static Check check(String id, Check.Body body) {
    return Check.of(id, Rule.spec("DriverGrantBucketAccess", MODE), body).needing(Need.STORE);
  }

  private static void worksAtOnce(Trial trial) throws InterruptedException {
    LiveKey key = KeyChecks.key(trial, trial.bucket(), GrantModes.data(Mode.READ_WRITE));
    Duration took =
        KeyChecks.soon(
            trial,
            "a key that was just granted works",
            () -> key.store().put(KeyChecks.SEED, KeyChecks.CONTENT),
            StoreAnswer::isAllowed);
    KeyChecks.intact(trial, key.store());
    if (!took.isZero()) {
      trial.warn("the key worked only after %d ms", took.toMillis());
    }
  }

  private static void readWrite(Trial trial) throws InterruptedException {
    StoreSession store = KeyChecks.writer(trial, trial.bucket()).store();
    KeyChecks.intact(trial, store);
    StoreAnswer listed = store.list();
    KeyChecks.allowed(trial, "READ_WRITE", listed);
    trial.require(
        listed.detail().contains(KeyChecks.SEED), "the list must name the object, but %s", listed);
    KeyChecks.allowed(trial, "READ_WRITE", store.delete(KeyChecks.SEED));
    trial.require(!store.get(KeyChecks.SEED).isAllowed(), "a deleted object must be gone");
  }

  private static void readOnly(Trial trial) throws InterruptedException {
    Bucket bucket = trial.bucket();
    StoreSession writer = KeyChecks.writer(trial, bucket).store();
    StoreSession reader = KeyChecks.reader(trial, bucket, GrantModes.data(Mode.READ_ONLY)).store();
    KeyChecks.intact(trial, reader);
    KeyChecks.allowed(trial, "READ_ONLY", reader.list());
    KeyChecks.denied(trial, "READ_ONLY", reader.put(OTHER, "x"));
    KeyChecks.denied(trial, "READ_ONLY", reader.put(KeyChecks.SEED, "x"));
    KeyChecks.denied(trial, "READ_ONLY", reader.delete(KeyChecks.SEED));
    KeyChecks.intact(trial, writer);
  }

  private static void writeOnly(Trial trial) throws InterruptedException {
    Bucket bucket = trial.bucket();
    StoreSession writer = KeyChecks.writer(trial, bucket).store();
    StoreSession blind = KeyChecks.key(trial, bucket, GrantModes.data(Mode.WRITE_ONLY)).store();
    KeyChecks.soon(
        trial,
        "WRITE_ONLY can write",
        () -> blind.put(OTHER, KeyChecks.CONTENT),
        StoreAnswer::isAllowed);
    KeyChecks.denied(trial, "WRITE_ONLY", blind.get(OTHER));
    KeyChecks.denied(trial, "WRITE_ONLY", blind.get(KeyChecks.SEED));
    KeyChecks.denied(trial, "WRITE_ONLY", blind.list());
    KeyChecks.allowed(trial, "READ_WRITE, of what WRITE_ONLY wrote,", writer.get(OTHER));
  }

  /** Returns modes that read objects, with the given modes for metadata. */
  private static GrantModes metadata(Mode objectMetadata, Mode bucketMetadata) {
    return new GrantModes(Mode.READ_ONLY, objectMetadata, bucketMetadata);
  }

  private static StoreSession metadataKey(Trial trial, GrantModes modes)
      throws InterruptedException {
    Bucket bucket = trial.bucket();
    KeyChecks.writer(trial, bucket);
    return KeyChecks.reader(trial, bucket, modes).store();
  }

  private static void allowedIfOffered(Trial trial, String who, StoreAnswer answer) {
    if (answer.verdict() == Verdict.UNSUPPORTED) {
      throw trial.skipped("the storage server does not offer it: %s", answer);
    }
    KeyChecks.allowed(trial, who, answer);
  }

  private static void objectMetadataReadOnly(Trial trial) throws InterruptedException {
    StoreSession store = metadataKey(trial, metadata(Mode.READ_ONLY, Mode.ANY));
    String who = "READ_ONLY for object metadata";
    allowedIfOffered(trial, who, store.objectMetadata(KeyChecks.SEED));
    KeyChecks.denied(trial, who, store.changeObjectMetadata(KeyChecks.SEED));
  }

  private static void objectMetadataReadWrite(Trial trial) throws InterruptedException {
    StoreSession store = metadataKey(trial, metadata(Mode.READ_WRITE, Mode.ANY));
    String who = "READ_WRITE for object metadata";
    allowedIfOffered(trial, who, store.changeObjectMetadata(KeyChecks.SEED));
    KeyChecks.allowed(trial, who, store.objectMetadata(KeyChecks.SEED));
    KeyChecks.denied(trial, who + " and READ_ONLY for data", store.put(OTHER, "x"));
  }

  private static void bucketMetadataReadOnly(Trial trial) throws InterruptedException {
    StoreSession store = metadataKey(trial, metadata(Mode.ANY, Mode.READ_ONLY));
    String who = "READ_ONLY for bucket metadata";
    allowedIfOffered(trial, who, store.bucketMetadata());
    KeyChecks.denied(trial, who, store.changeBucketMetadata());
  }

  private static void bucketMetadataReadWrite(Trial trial) throws InterruptedException {
    StoreSession store = metadataKey(trial, metadata(Mode.ANY, Mode.READ_WRITE));
    String who = "READ_WRITE for bucket metadata";
    allowedIfOffered(trial, who, store.changeBucketMetadata());
    KeyChecks.allowed(trial, who, store.bucketMetadata());
    KeyChecks.denied(trial, who + " and READ_ONLY for data", store.put(OTHER, "x"));
  }
}
