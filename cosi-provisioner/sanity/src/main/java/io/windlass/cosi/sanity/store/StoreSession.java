package io.windlass.cosi.sanity.store;

/**
 * Client with one credential for one bucket. Every request returns an answer, even if it failed.
 */
public interface StoreSession extends AutoCloseable {

  /** Most pages that {@link #empty} lists, in case the server goes on listing deleted objects. */
  int MAX_PAGES = 100;

  /** Returns the name of the bucket on the server. */
  String bucket();

  /**
   * Returns the same client with the same credential for another bucket of the server, which shows
   * whether the credential reaches it. It needs no closing of its own.
   */
  StoreSession in(String other);

  /** Writes an object. */
  StoreAnswer put(String key, String content);

  /** Reads an object; the answer's detail is its content. */
  StoreAnswer get(String key);

  /** Lists the first 10 objects; the answer's detail has their keys, separated by spaces. */
  StoreAnswer list();

  /** Deletes an object. */
  StoreAnswer delete(String key);

  /** Reads what the protocol takes as the metadata of an object. */
  StoreAnswer objectMetadata(String key);

  /** Changes the same. */
  StoreAnswer changeObjectMetadata(String key);

  /** Reads what the protocol takes as the metadata of a bucket. */
  StoreAnswer bucketMetadata();

  /** Changes the same. */
  StoreAnswer changeBucketMetadata();

  /** Reads who has access to the bucket. */
  StoreAnswer policy();

  /** Lets everybody read the objects of the bucket. */
  StoreAnswer publish();

  /** Creates the bucket. */
  StoreAnswer createBucket();

  /** Deletes the bucket. */
  StoreAnswer deleteBucket();

  /** Deletes every object of the bucket. */
  StoreAnswer empty();

  /** Closes the client; what it shares with others stays open. */
  @Override
  void close();
}
