package io.windlass.store.contract.access;

import io.windlass.access.Credential;
import io.windlass.backend.BucketLocation;
import io.windlass.testing.S3Clients;

/**
 * Attempts of a workload with its credential, through the ordinary client of its protocol. Each
 * returns the server's reaction.
 */
public interface Workload extends AutoCloseable {

  /** Reactions of the server to an attempt. */
  enum Outcome {
    /** It did it. */
    ALLOWED,
    /** It knows the credential, and it does not permit this. */
    DENIED,
    /** It does not accept the credential. */
    REJECTED,
    /** It does not offer this to anybody. */
    UNSUPPORTED
  }

  /** Opens the bucket at {@code location} with {@code credential}. */
  static Workload open(Credential credential, BucketLocation location) {
    return switch (credential) {
      case Credential.S3 key -> S3Workload.open(key, location);
      case Credential.Azure token -> new AzureWorkload(token.sasUri(), location.bucket());
      case Credential.Gcs _, Credential.OwnIdentity _ ->
          WorkloadOpener.of(credential.protocol()).open(credential, location);
    };
  }

  /** Opens a bucket of a server that is like S3, with as little of S3 as the client can do with. */
  static Workload plain(Credential.S3 key, BucketLocation.S3 location) {
    return S3Workload.open(
        S3Clients.plain(location.endpoint(), key.accessKeyId(), key.secretAccessKey()),
        key,
        location);
  }

  /** Reads an object that is there. */
  Outcome read(String key);

  /** Reads the user metadata of an object that is there. */
  Outcome readMetadata(String key);

  /** Lists what begins with {@code prefix}. */
  Outcome list(String prefix);

  /** Lists uploads that are under way. */
  Outcome listUploads(String prefix);

  /** Writes an object. */
  Outcome write(String key);

  /** Writes an object in parts. */
  Outcome upload(String key);

  /** Has the server copy an object of the same bucket. */
  Outcome copy(String from, String to);

  /** Deletes an object. */
  Outcome delete(String key);

  /** Reads the tags of an object that is there. */
  Outcome readTags(String key);

  /** Writes the tags of an object that is there. */
  Outcome writeTags(String key);

  /** Reads a setting of the bucket. */
  Outcome readSettings();

  /** Writes a setting of the bucket, without changing anything else. */
  Outcome writeSettings();

  /** Opens the bucket to everybody. */
  Outcome publish();

  /** Makes another bucket of this name. */
  Outcome createBucket(String name);

  /** Deletes the bucket. */
  Outcome deleteBucket();

  /** Makes another account, with all rights. */
  Outcome createAccount(String name);

  @Override
  void close();
}
