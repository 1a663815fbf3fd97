package io.windlass.cosi.sanity.check;

import io.windlass.cosi.sanity.s3.S3Answer;
import io.windlass.cosi.sanity.s3.S3Answer.Verdict;
import io.windlass.cosi.sanity.s3.S3Session;
import io.windlass.cosi.sanity.wire.ApiRevision;
import io.windlass.cosi.sanity.wire.Bucket;
import io.windlass.cosi.sanity.wire.GrantModes;
import io.windlass.cosi.sanity.wire.Mode;
import java.time.Duration;
import java.util.List;

/** Checks of what a credential can do with each access mode. */
final class S3ModeChecks {
  private static final String MODE =
      "the access mode that the Provisioner SHOULD provision: what it says, and no more";
  private static final String OTHER = "cosi-sanity/other";

  private S3ModeChecks() {}

  static List<Check> all() {
    return List.of(
        Check.of(
                "s3/works-at-once",
                Rule.sidecar("the credential is handed to the workload as soon as it is granted"),
                S3ModeChecks::worksAtOnce)
            .needing(Need.S3),
        check("s3/read-write", S3ModeChecks::readWrite).in(ApiRevision::isV1Alpha2),
        check("s3/read-only", S3ModeChecks::readOnly).in(ApiRevision::isV1Alpha2),
        check("s3/write-only", S3ModeChecks::writeOnly).in(ApiRevision::isV1Alpha2),
        check("s3/object-metadata-read-only", S3ModeChecks::objectMetadataReadOnly)
            .in(ApiRevision::hasMetadataModes),
        check("s3/object-metadata-read-write", S3ModeChecks::objectMetadataReadWrite)
            .in(ApiRevision::hasMetadataModes),
        check("s3/bucket-metadata-read-only", S3ModeChecks::bucketMetadataReadOnly)
            .in(ApiRevision::hasMetadataModes),
        check("s3/bucket-metadata-read-write", S3ModeChecks::bucketMetadataReadWrite)
            .in(ApiRevision::hasMetadataModes));
  }

  private static Check check(String id, Check.Body body) {
    return Check.of(id, Rule.spec("DriverGrantBucketAccess", MODE), body).needing(Need.S3);
  }

  private static void worksAtOnce(Trial trial) throws InterruptedException {
    LiveKey key = KeyChecks.key(trial, trial.bucket(), GrantModes.data(Mode.READ_WRITE));
    Duration took =
        KeyChecks.soon(
            trial,
            "a key that was just granted works",
            () -> key.s3().put(KeyChecks.SEED, KeyChecks.CONTENT),
            S3Answer::isAllowed);
    KeyChecks.intact(trial, key.s3());
    if (!took.isZero()) {
      trial.warn("the key worked only after %d ms", took.toMillis());
    }
  }

  private static void readWrite(Trial trial) throws InterruptedException {
    S3Session s3 = KeyChecks.writer(trial, trial.bucket()).s3();
    KeyChecks.intact(trial, s3);
    S3Answer listed = s3.list();
    KeyChecks.allowed(trial, "READ_WRITE", listed);
    trial.require(
        listed.detail().contains(KeyChecks.SEED), "the list must name the object, but %s", listed);
    KeyChecks.allowed(trial, "READ_WRITE", s3.delete(KeyChecks.SEED));
    trial.require(!s3.get(KeyChecks.SEED).isAllowed(), "a deleted object must be gone");
  }

  private static void readOnly(Trial trial) throws InterruptedException {
    Bucket bucket = trial.bucket();
    S3Session writer = KeyChecks.writer(trial, bucket).s3();
    S3Session reader = KeyChecks.reader(trial, bucket, GrantModes.data(Mode.READ_ONLY)).s3();
    KeyChecks.intact(trial, reader);
    KeyChecks.allowed(trial, "READ_ONLY", reader.list());
    KeyChecks.denied(trial, "READ_ONLY", reader.put(OTHER, "x"));
    KeyChecks.denied(trial, "READ_ONLY", reader.put(KeyChecks.SEED, "x"));
    KeyChecks.denied(trial, "READ_ONLY", reader.delete(KeyChecks.SEED));
    KeyChecks.intact(trial, writer);
  }

  private static void writeOnly(Trial trial) throws InterruptedException {
    Bucket bucket = trial.bucket();
    S3Session writer = KeyChecks.writer(trial, bucket).s3();
    S3Session blind = KeyChecks.key(trial, bucket, GrantModes.data(Mode.WRITE_ONLY)).s3();
    KeyChecks.soon(
        trial,
        "WRITE_ONLY can write",
        () -> blind.put(OTHER, KeyChecks.CONTENT),
        S3Answer::isAllowed);
    KeyChecks.denied(trial, "WRITE_ONLY", blind.get(OTHER));
    KeyChecks.denied(trial, "WRITE_ONLY", blind.get(KeyChecks.SEED));
    KeyChecks.denied(trial, "WRITE_ONLY", blind.list());
    KeyChecks.allowed(trial, "READ_WRITE sees what WRITE_ONLY wrote, and", writer.get(OTHER));
  }

  /** Returns modes that read objects, with the given modes for metadata. */
  private static GrantModes metadata(Mode objectMetadata, Mode bucketMetadata) {
    return new GrantModes(Mode.READ_ONLY, objectMetadata, bucketMetadata);
  }

  private static S3Session metadataKey(Trial trial, GrantModes modes) throws InterruptedException {
    Bucket bucket = trial.bucket();
    KeyChecks.writer(trial, bucket);
    return KeyChecks.reader(trial, bucket, modes).s3();
  }

  private static void allowedIfOffered(Trial trial, String who, S3Answer answer) {
    if (answer.verdict() == Verdict.UNSUPPORTED) {
      throw trial.skipped("the S3 server does not offer it: %s", answer);
    }
    KeyChecks.allowed(trial, who, answer);
  }

  private static void objectMetadataReadOnly(Trial trial) throws InterruptedException {
    S3Session s3 = metadataKey(trial, metadata(Mode.READ_ONLY, Mode.ANY));
    String who = "READ_ONLY for object metadata";
    allowedIfOffered(trial, who, s3.objectTags(KeyChecks.SEED));
    KeyChecks.denied(trial, who, s3.tagObject(KeyChecks.SEED));
  }

  private static void objectMetadataReadWrite(Trial trial) throws InterruptedException {
    S3Session s3 = metadataKey(trial, metadata(Mode.READ_WRITE, Mode.ANY));
    String who = "READ_WRITE for object metadata";
    allowedIfOffered(trial, who, s3.tagObject(KeyChecks.SEED));
    KeyChecks.allowed(trial, who, s3.objectTags(KeyChecks.SEED));
    KeyChecks.denied(trial, who + " and READ_ONLY for data", s3.put(OTHER, "x"));
  }

  private static void bucketMetadataReadOnly(Trial trial) throws InterruptedException {
    S3Session s3 = metadataKey(trial, metadata(Mode.ANY, Mode.READ_ONLY));
    String who = "READ_ONLY for bucket metadata";
    allowedIfOffered(trial, who, s3.bucketTags());
    KeyChecks.denied(trial, who, s3.tagBucket());
  }

  private static void bucketMetadataReadWrite(Trial trial) throws InterruptedException {
    S3Session s3 = metadataKey(trial, metadata(Mode.ANY, Mode.READ_WRITE));
    String who = "READ_WRITE for bucket metadata";
    allowedIfOffered(trial, who, s3.tagBucket());
    KeyChecks.allowed(trial, who, s3.bucketTags());
    KeyChecks.denied(trial, who + " and READ_ONLY for data", s3.put(OTHER, "x"));
  }
}
