package io.windlass.store;

import io.windlass.object.Condition;
import io.windlass.object.ContentHeaders;
import io.windlass.object.ObjectProperties;

/** Feature that a backend may offer. Contract tests and parameter checks use these. */
public enum Feature {
  /** A put with {@link Condition#ifAbsent()} is atomic. The registry needs it. */
  PUT_IF_ABSENT,
  /** A put with {@link Condition#ifMatch} is atomic. The registry needs it. */
  PUT_IF_MATCH,
  /** A delete with {@link Condition#ifMatch} is atomic. */
  DELETE_IF_MATCH,
  /**
   * Conditions of puts are atomic in a bucket that keeps versions, too; and a version that is
   * deleted takes none with it that was written meanwhile.
   */
  VERSIONED_CONDITIONS,
  /** A copy can be conditional on its destination. */
  COPY_CONDITIONAL,
  /** Completing an upload can be conditional on its destination. */
  COMPLETE_CONDITIONAL,
  /** {@code a} and {@code a/b} can both be objects. */
  KEY_MAY_BE_PREFIX,
  /** The answer to a get describes an object as the answer to a head does. */
  GET_DESCRIBES,
  /**
   * Every UTF-8 key of up to 1024 bytes works, also {@code a//b}, keys with a leading slash, and
   * dot segments.
   */
  ARBITRARY_KEYS,
  /**
   * Directories are real. To clients, a directory is an empty object whose key is the path with a
   * slash at its end. It is made with the first object in it, and stays when that is deleted.
   */
  DIRECTORIES,

  /** Objects can have tags, see {@link ObjectProperties#tags}. */
  OBJECT_TAGS,
  /** Objects keep the header {@link ContentHeaders#expires}. */
  OBJECT_EXPIRES,

  /** Buckets can be made in a region other than the configured one. */
  BUCKET_REGIONS,
  /**
   * Buckets can be told to keep the versions of their objects, and show when each was deleted, see
   * {@link ObjectVersions}.
   */
  BUCKET_VERSIONS,
  /**
   * Buckets can be made in which directories can be renamed at once, see {@link AtomicRenames};
   * they keep no versions.
   */
  BUCKET_HIERARCHY,
  /** Buckets can have tags. */
  BUCKET_TAGS,
  /** Buckets can have a size limit. */
  BUCKET_QUOTA,
  /** Objects can expire by a lifecycle rule. */
  BUCKET_LIFECYCLE,
  /** Buckets can be made with object lock, and can retain their new objects for some days. */
  OBJECT_LOCK,
  /** Objects can be encrypted at rest with keys that the server manages. */
  ENCRYPTION_MANAGED,
  /** Objects can be encrypted at rest with a named key of a key management service. */
  ENCRYPTION_KMS,
  /** Buckets can be made with an encryption scope, which all of their objects have then. */
  ENCRYPTION_SCOPE,

  /** The backend makes principals with keys of their own, limited by mode. */
  ACCESS_KEYS,
  /**
   * A bucket has room for a few principals with keys at a time, and {@link
   * io.windlass.access.AccessAdmin#grant} refuses more. Nodes share principals therefore.
   */
  ACCESS_FEW_PER_BUCKET,
  /** One principal can reach several buckets. */
  ACCESS_MULTI_BUCKET,
  /** A principal can be limited to a prefix. */
  ACCESS_PREFIX,
  /**
   * Parts of uploads lie outside of the prefix of their key, where a principal that is limited to a
   * prefix does not reach: such a principal can only put objects as a whole. No volume is a folder
   * of a bucket therefore.
   */
  ACCESS_PREFIX_WITHOUT_UPLOADS,
  /** A principal can expire. */
  ACCESS_EXPIRY,
  /**
   * A service account can have access without a key, see {@link
   * io.windlass.access.Principal#serviceAccount}.
   */
  ACCESS_SERVICE_ACCOUNT,
  /** Credentials can be signed as {@link io.windlass.access.Signing#USER_DELEGATION} says. */
  ACCESS_USER_DELEGATION,
  /** Bucket metadata can be made readable. */
  ACCESS_BUCKET_METADATA_READ,
  /** Object metadata can be made writable where object data is not. */
  ACCESS_OBJECT_METADATA_WRITE,
  /** Bucket metadata can be made writable. */
  ACCESS_BUCKET_METADATA_WRITE
}
