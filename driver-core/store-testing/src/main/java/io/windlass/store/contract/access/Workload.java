package io.windlass.store.contract.access;

import io.windlass.access.BucketLocation;
import io.windlass.access.Credential;
import io.windlass.secret.Secret;
import io.windlass.testing.S3Clients;
import java.net.URI;

/**
 * Attempts of a workload with its credential, through the ordinary client of its protocol. Each
 * returns the server's reaction.
 */
public interface Workload extends AutoCloseable {

  /** Reactions of the server to an attempt. */
  enum Outcome {
    /** The server did it. */
    ALLOWED,
    /** The server accepts the credential, which does not permit this. */
    DENIED,
    /** The server does not accept the credential. */
    REJECTED,
    /** The server does not offer this. */
    UNSUPPORTED
  }

  /** Opens the bucket at {@code location} with {@code credential}. */
  static Workload open(Credential credential, BucketLocation location) {
    return switch (credential) {
      case Credential.Key key when key.protocol().isNamed("s3") -> S3Workload.open(key, location);
      case Credential.Key key when key.protocol().isNamed("azure") ->
          new AzureWorkload(key.field("sasUri"), location.bucket());
      case Credential.Key _, Credential.OwnIdentity _ ->
          WorkloadOpener.of(credential.protocol()).open(credential, location);
    };
  }

  /** Opens a bucket of a server that is like S3, with as little of S3 as the client can do with. */
  static Workload plain(
      String accessKeyId, Secret secretAccessKey, URI endpoint, String region, String bucket) {
    return S3Workload.open(
        S3Clients.plain(endpoint, accessKeyId, secretAccessKey),
        new SignedCalls(endpoint, region, accessKeyId, secretAccessKey),
        bucket);
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

  /** Lets the server copy an object of the same bucket. */
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
