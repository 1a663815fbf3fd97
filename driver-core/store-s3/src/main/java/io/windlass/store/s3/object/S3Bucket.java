package io.windlass.store.s3.object;

import io.windlass.error.DriverException;
import io.windlass.error.StoreErrors;
import io.windlass.object.ObjectProperties;
import io.windlass.store.Capabilities;
import io.windlass.store.Feature;
import io.windlass.store.s3.client.S3Answer;
import io.windlass.store.s3.client.S3Body;
import io.windlass.store.s3.client.S3Clients;
import io.windlass.store.s3.client.S3Requests.Body;
import io.windlass.store.s3.client.S3Requests.Request;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpResponse;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * One bucket, with everything that the parts of {@link S3Store} share.
 *
 * @param capabilities of the server that holds the bucket
 * @param errors translation of errors for the backend that the bucket belongs to
 * @param oddKeys what is known of odd keys on the server
 * @param tags tags of objects on the server
 * @param annotations annotations of objects on the server
 * @param refused copies that the server does not make
 */
public record S3Bucket(
    S3Clients clients,
    String name,
    Capabilities capabilities,
    StoreErrors errors,
    OddKeys oddKeys,
    S3Tags tags,
    S3Annotations annotations,
    RefusedCopies refused) {

  private static final String STORAGE_CLASS = "x-amz-storage-class";

  /**
   * Returns headers of a request that makes an object: with the encryption that all have, and with
   * the storage class of those that state none.
   */
  Map<String, String> making(Map<String, String> headers) {
    Map<String, String> all = new HashMap<>(headers);
    clients.connection().storageClass().ifPresent(name -> all.putIfAbsent(STORAGE_CLASS, name));
    return clients.connection().encryption().map(wanted -> wanted.over(all)).orElse(all);
  }

  /** Returns whether it is a bucket of AWS: no other server has annotations. */
  boolean isOnAws() {
    return annotations.arePossible();
  }

  /** Returns the client for all calls except slow ones. */
  S3Client client() {
    return clients.calls();
  }

  /** Returns the name of an object of this bucket in messages. */
  String target(String key) {
    return name + "/" + key;
  }

  /** Returns another bucket of the same server. */
  S3Bucket at(String other) {
    return new S3Bucket(clients, other, capabilities, errors, oddKeys, tags, annotations, refused);
  }

  /**
   * Checks the key of an existing object.
   *
   * @param version the version that is meant, if it is not the latest
   * @throws DriverException.NotFound if the server has no object with this key
   * @throws DriverException.InvalidKey if no object can have this key here, or the server would
   *     silently take the key for another
   */
  String key(String key, Optional<String> version) {
    boolean there = version.isPresent() ? mayHaveVersions(key) : mayHave(key);
    if (!there) {
      throw new DriverException.NotFound("no object '%s'".formatted(target(key)), null);
    }
    return key;
  }

  /** Returns whether an object with this key may exist; checks the key as {@link #key} does. */
  boolean mayHave(String key) {
    return oddKeys.mayBeThere(this, S3Keys.key(key));
  }

  /**
   * Returns whether any version of an object with this key may exist; checks the key as {@link
   * #key} does.
   */
  boolean mayHaveVersions(String key) {
    return oddKeys.mayHaveVersions(this, S3Keys.key(key));
  }

  /** Returns a request for an object of this bucket, or for a version of it. */
  Request request(
      SdkHttpMethod method, String key, Optional<String> version, Map<String, String> headers) {
    Map<String, String> query = version.map(id -> Map.of("versionId", id)).orElse(Map.of());
    return new Request(method, Optional.of(name), key, query, headers, Optional.empty());
  }

  /** Sends content by a PUT, with the checksum that the server takes, and returns the answer. */
  SdkHttpResponse send(
      String key, Map<String, String> query, Map<String, String> headers, S3Body body) {
    return clients.send(name, key, query, headers, body);
  }

  /** Returns a POST about an object of this bucket. */
  Request post(String key, Map<String, String> query, Map<String, String> headers, Body body) {
    return new Request(
        SdkHttpMethod.POST, Optional.of(name), key, query, headers, Optional.of(body));
  }

  /** Sends a HEAD. */
  SdkHttpResponse head(String key, Optional<String> version, Map<String, String> headers) {
    return clients
        .requests()
        .send(request(SdkHttpMethod.HEAD, key, version, headers), S3Answer::closed);
  }

  /** Returns the properties of an object of this bucket that an answer tells. */
  ObjectProperties seen(SdkHttpResponse answer) {
    boolean counted = !capabilities.has(Feature.OBJECT_TAGS) || tags.areCounted(name);
    return S3Properties.seen(answer, counted, annotations.arePossible());
  }

  /**
   * Returns all properties of an object of this bucket, as far as a write can set them again.
   *
   * @param seen those that an answer told
   * @throws DriverException.PermissionDenied if the key may not read the others
   * @throws DriverException.Unsupported if the object has something that no write can set
   */
  ObjectProperties whole(String key, Optional<String> version, ObjectProperties seen) {
    if (seen.whole()) {
      return seen;
    }
    annotations.requireNone(this, key, version);
    return S3Properties.areTagsKnown(seen)
        ? S3Properties.whole(seen, seen.tags())
        : S3Properties.whole(seen, tags.read(this, key, version, S3Properties.countsTags(seen)));
  }

  /**
   * Checks the key of an object that is to be made.
   *
   * @throws DriverException.InvalidKey as {@link #key}
   */
  String newKey(String key) {
    oddKeys.requireKept(this, S3Keys.key(key));
    return key;
  }
}
