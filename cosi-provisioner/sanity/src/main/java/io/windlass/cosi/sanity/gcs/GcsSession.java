package io.windlass.cosi.sanity.gcs;

import io.windlass.cosi.sanity.store.StoreAnswer;
import io.windlass.cosi.sanity.store.StoreSession;

/**
 * Client of the XML API of Google Cloud Storage, as far as it is that of S3. Objects have no tags,
 * so nothing shows their metadata alone.
 */
record GcsSession(StoreSession s3) implements StoreSession {
  private static StoreAnswer noTags(String operation) {
    return new StoreAnswer(
        operation, StoreAnswer.Verdict.UNSUPPORTED, "objects of Google have no tags");
  }

  @Override
  public String bucket() {
    return s3.bucket();
  }

  @Override
  public StoreSession in(String other) {
    return new GcsSession(s3.in(other));
  }

  @Override
  public StoreAnswer put(String key, String content) {
    return s3.put(key, content);
  }

  @Override
  public StoreAnswer get(String key) {
    return s3.get(key);
  }

  @Override
  public StoreAnswer list() {
    return s3.list();
  }

  @Override
  public StoreAnswer delete(String key) {
    return s3.delete(key);
  }

  @Override
  public StoreAnswer objectMetadata(String key) {
    return noTags("GetObjectTagging");
  }

  @Override
  public StoreAnswer changeObjectMetadata(String key) {
    return noTags("PutObjectTagging");
  }

  @Override
  public StoreAnswer bucketMetadata() {
    return s3.bucketMetadata();
  }

  @Override
  public StoreAnswer changeBucketMetadata() {
    return s3.changeBucketMetadata();
  }

  @Override
  public StoreAnswer policy() {
    return s3.policy();
  }

  @Override
  public StoreAnswer publish() {
    return s3.publish();
  }

  @Override
  public StoreAnswer createBucket() {
    return s3.createBucket();
  }

  @Override
  public StoreAnswer deleteBucket() {
    return s3.deleteBucket();
  }

  @Override
  public StoreAnswer empty() {
    return s3.empty();
  }

  @Override
  public void close() {
    s3.close();
  }
}
