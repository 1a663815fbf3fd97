package io.windlass.test.docs;

import io.windlass.backend.Backend;
import io.windlass.store.Capabilities;
import io.windlass.store.Feature;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * A promise that some backends do not keep, and why those do not.
 *
 * @param part which page makes it: mount, COSI or CSI
 * @param text what users can rely on
 * @param holds what a backend says of it
 * @param reasons for each backend that does not keep it
 */
record BackendPromise(
    String part, String text, Predicate<Capabilities> holds, Map<KnownBackend, String> reasons) {
  private static final String S3_SERVERS = "S3 has no such operation";
  private static final String NO_ACCESS =
      "S3 has no API for users that all servers share: an administrator makes the keys";
  private static final String SEAWEEDFS_ENCRYPTION =
      "the setting is taken, and then every object is refused";
  private static final String SEAWEEDFS_RACE =
      "of uploads that are completed at the same moment, several win";
  private static final String SEAWEEDFS_PREFIX =
      "while other users are changed, keys reach all of their buckets for moments";
  private static final String SEAWEEDFS_ACTIONS =
      "policies have no actions for lifecycle and encryption";
  private static final String FILES =
      "the embedded server keeps buckets as files, and has no such" + " setting";
  private static final String ACCOUNT = "a setting of the storage account, not of a container";

  static BackendPromise of(String part, String text, Feature feature, Reason... reasons) {
    return when(part, text, capabilities -> capabilities.has(feature), reasons);
  }

  static BackendPromise without(String part, String text, Feature feature, Reason... reasons) {
    return when(part, text, capabilities -> !capabilities.has(feature), reasons);
  }

  private static BackendPromise when(
      String part, String text, Predicate<Capabilities> holds, Reason... reasons) {
    Map<KnownBackend, String> all = new EnumMap<>(KnownBackend.class);
    for (Reason reason : reasons) {
      for (KnownBackend backend : reason.backends()) {
        all.put(backend, reason.text());
      }
    }
    return new BackendPromise(part, text, holds, Map.copyOf(all));
  }

  /** Why some backends do not keep a promise. */
  record Reason(String text, List<KnownBackend> backends) {}

  private static Reason because(String text, KnownBackend... backends) {
    return new Reason(text, List.of(backends));
  }

  /**
   * What the table says of a backend.
   *
   * @throws AssertionError when the reasons are not those of exactly the backends that need one
   */
  String cell(KnownBackend known, Backend backend) {
    boolean kept = holds.test(backend.capabilities());
    Optional<String> reason = Optional.ofNullable(reasons.get(known));
    if (kept == reason.isPresent()) {
      throw new AssertionError(
          "%s: '%s' is %s: %s"
              .formatted(
                  known,
                  text,
                  kept ? "kept" : "not kept",
                  kept ? "no reason may be given why not" : "say why"));
    }
    return reason.map("no: "::concat).orElse("yes");
  }

  static List<BackendPromise> all() {
    return List.of(
        of(
            "mount",
            "a file that another node made meanwhile is not overwritten",
            Feature.PUT_IF_ABSENT),
        of(
            "mount",
            "a file that another node changed meanwhile is not overwritten",
            Feature.PUT_IF_MATCH),
        of(
            "mount",
            "the same for files in parts",
            Feature.COMPLETE_CONDITIONAL,
            because(SEAWEEDFS_RACE, KnownBackend.SEAWEEDFS)),
        of(
            "mount",
            "the same for copies, as rename makes them",
            Feature.COPY_CONDITIONAL,
            because(SEAWEEDFS_RACE, KnownBackend.SEAWEEDFS)),
        of(
            "mount",
            "a file that another node changed meanwhile is not deleted",
            Feature.DELETE_IF_MATCH,
            because("MinIO ignores the condition", KnownBackend.MINIO),
            because("few servers keep the condition, and none says so", KnownBackend.S3)),
        of(
            "mount",
            "a file `a` and a directory `a` of other clients are both shown",
            Feature.KEY_MAY_BE_PREFIX,
            because("MinIO does not list what is below an object", KnownBackend.MINIO),
            because("a file of the disk cannot be a directory, too", KnownBackend.EMBEDDED),
            because("a file cannot be a directory, too", KnownBackend.AZURE_HIERARCHICAL)),
        of(
            "mount",
            "every name of POSIX is a key as it is",
            Feature.ARBITRARY_KEYS,
            because(
                "empty and dot segments are refused, a leading slash is lost", KnownBackend.MINIO),
            because(
                "empty and dot segments and backslashes are refused, a leading slash is lost",
                KnownBackend.SEAWEEDFS),
            because(
                "servers differ, so keys that some would resolve are refused",
                KnownBackend.AWS,
                KnownBackend.S3),
            because("keys are paths of the disk", KnownBackend.EMBEDDED),
            because(
                "[Azure's own rules](SEMANTICS.md#on-azure)",
                KnownBackend.AZURE,
                KnownBackend.AZURE_HIERARCHICAL),
            because(
                "`.` and `..` are resolved on the way, line breaks are refused",
                KnownBackend.GOOGLE)),
        of(
            "mount",
            "directories are real, and rename of one is atomic",
            Feature.DIRECTORIES,
            because(
                S3_SERVERS,
                KnownBackend.MINIO,
                KnownBackend.AWS,
                KnownBackend.SEAWEEDFS,
                KnownBackend.S3,
                KnownBackend.EMBEDDED),
            because(
                "only with [a hierarchical namespace](SEMANTICS.md#directories-of-azure)",
                KnownBackend.AZURE),
            because(
                "only the renames, in buckets with [a hierarchical"
                    + " namespace](SEMANTICS.md#folders-of-google)",
                KnownBackend.GOOGLE)),
        of(
            "mount",
            "an object that is changed keeps its tags",
            Feature.OBJECT_TAGS,
            because("the embedded server knows no tags", KnownBackend.EMBEDDED),
            because("such accounts have no tags", KnownBackend.AZURE_HIERARCHICAL),
            because("Google's objects have no tags", KnownBackend.GOOGLE)),
        of(
            "mount",
            "an object that is changed keeps the header Expires",
            Feature.OBJECT_EXPIRES,
            because("the embedded server drops it from objects in parts", KnownBackend.EMBEDDED),
            because(
                "blobs have no such header", KnownBackend.AZURE, KnownBackend.AZURE_HIERARCHICAL),
            because("Google's objects have no such header", KnownBackend.GOOGLE)),
        of(
            "COSI",
            "buckets in a region of one's choice",
            Feature.BUCKET_REGIONS,
            because(
                "the server has one region",
                KnownBackend.MINIO,
                KnownBackend.SEAWEEDFS,
                KnownBackend.EMBEDDED),
            because("a connection is to one region", KnownBackend.AWS, KnownBackend.S3),
            because(
                "an account has one region", KnownBackend.AZURE, KnownBackend.AZURE_HIERARCHICAL)),
        of(
            "COSI",
            "buckets with a hierarchical namespace, in which directories are renamed at once",
            Feature.BUCKET_HIERARCHY,
            because(
                S3_SERVERS,
                KnownBackend.MINIO,
                KnownBackend.AWS,
                KnownBackend.SEAWEEDFS,
                KnownBackend.S3,
                KnownBackend.EMBEDDED),
            because(
                "the account has it, or has not",
                KnownBackend.AZURE,
                KnownBackend.AZURE_HIERARCHICAL)),
        of(
            "COSI",
            "versions",
            Feature.BUCKET_VERSIONS,
            because(FILES, KnownBackend.EMBEDDED),
            because(ACCOUNT, KnownBackend.AZURE, KnownBackend.AZURE_HIERARCHICAL)),
        of(
            "COSI",
            "tags",
            Feature.BUCKET_TAGS,
            because(FILES, KnownBackend.EMBEDDED),
            because(
                "labels take no upper case letters, and so not every tag", KnownBackend.GOOGLE)),
        of(
            "COSI",
            "size limits",
            Feature.BUCKET_QUOTA,
            because("S3 has none", KnownBackend.AWS, KnownBackend.SEAWEEDFS, KnownBackend.S3),
            because(FILES, KnownBackend.EMBEDDED),
            because("Azure has none", KnownBackend.AZURE, KnownBackend.AZURE_HIERARCHICAL),
            because("Google has none", KnownBackend.GOOGLE)),
        of(
            "COSI",
            "objects that expire",
            Feature.BUCKET_LIFECYCLE,
            because(FILES, KnownBackend.EMBEDDED),
            because(ACCOUNT, KnownBackend.AZURE, KnownBackend.AZURE_HIERARCHICAL)),
        of(
            "COSI",
            "object lock, and objects that are retained for some days",
            Feature.OBJECT_LOCK,
            because(FILES, KnownBackend.EMBEDDED),
            because(
                "only with an identity and `RESOURCE_ID`, in an account that keeps versions",
                KnownBackend.AZURE),
            because("such accounts keep no versions", KnownBackend.AZURE_HIERARCHICAL),
            because(
                "not built: retention policies of Google are another thing", KnownBackend.GOOGLE)),
        of(
            "COSI",
            "encryption by the server's keys, as a parameter",
            Feature.ENCRYPTION_MANAGED,
            because(SEAWEEDFS_ENCRYPTION, KnownBackend.SEAWEEDFS),
            because(FILES, KnownBackend.EMBEDDED),
            because(
                "always encrypted; there is nothing to choose",
                KnownBackend.AZURE,
                KnownBackend.AZURE_HIERARCHICAL,
                KnownBackend.GOOGLE)),
        of(
            "COSI",
            "encryption by a named key",
            Feature.ENCRYPTION_KMS,
            because(SEAWEEDFS_ENCRYPTION, KnownBackend.SEAWEEDFS),
            because(FILES, KnownBackend.EMBEDDED),
            because(ACCOUNT, KnownBackend.AZURE, KnownBackend.AZURE_HIERARCHICAL),
            because("not built", KnownBackend.GOOGLE)),
        of(
            "COSI",
            "an encryption scope for a bucket",
            Feature.ENCRYPTION_SCOPE,
            because(
                "Azure alone has them",
                KnownBackend.MINIO,
                KnownBackend.AWS,
                KnownBackend.SEAWEEDFS,
                KnownBackend.S3,
                KnownBackend.EMBEDDED,
                KnownBackend.GOOGLE)),
        of("COSI", "keys for workloads", Feature.ACCESS_KEYS, because(NO_ACCESS, KnownBackend.S3)),
        without(
            "COSI",
            "any number of keys for a bucket",
            Feature.ACCESS_FEW_PER_BUCKET,
            because(
                "five policies for each container; nodes need none",
                KnownBackend.AZURE,
                KnownBackend.AZURE_HIERARCHICAL)),
        of(
            "COSI",
            "one key for several buckets",
            Feature.ACCESS_MULTI_BUCKET,
            because(NO_ACCESS, KnownBackend.S3),
            because(
                "a token is for one container",
                KnownBackend.AZURE,
                KnownBackend.AZURE_HIERARCHICAL)),
        of(
            "COSI",
            "keys for a prefix",
            Feature.ACCESS_PREFIX,
            because(SEAWEEDFS_PREFIX, KnownBackend.SEAWEEDFS),
            because(NO_ACCESS, KnownBackend.S3),
            because("only with a hierarchical namespace", KnownBackend.AZURE)),
        of(
            "COSI",
            "keys that expire",
            Feature.ACCESS_EXPIRY,
            because("nothing is permitted where a policy has a date", KnownBackend.SEAWEEDFS),
            because(NO_ACCESS, KnownBackend.S3)),
        of(
            "COSI",
            "access for service accounts, without a key",
            Feature.ACCESS_SERVICE_ACCOUNT,
            because(
                "MinIO has one role for all tokens of an issuer, and its policy is one document,"
                    + " which drivers would overwrite for each other",
                KnownBackend.MINIO),
            because(
                "SeaweedFS has roles in the configuration of its process alone",
                KnownBackend.SEAWEEDFS),
            because(NO_ACCESS, KnownBackend.S3),
            because("the embedded server knows no issuer of tokens", KnownBackend.EMBEDDED)),
        of(
            "COSI",
            "tokens without anything on the server, for seven days",
            Feature.ACCESS_USER_DELEGATION,
            because(
                "Azure alone has them",
                KnownBackend.MINIO,
                KnownBackend.AWS,
                KnownBackend.SEAWEEDFS,
                KnownBackend.S3,
                KnownBackend.EMBEDDED,
                KnownBackend.GOOGLE)),
        of(
            "COSI",
            "bucket metadata to read",
            Feature.ACCESS_BUCKET_METADATA_READ,
            because(SEAWEEDFS_ACTIONS, KnownBackend.SEAWEEDFS),
            because(NO_ACCESS, KnownBackend.S3),
            because(
                "tokens give nothing of a container's metadata",
                KnownBackend.AZURE,
                KnownBackend.AZURE_HIERARCHICAL)),
        of(
            "COSI",
            "object metadata to write where data is not",
            Feature.ACCESS_OBJECT_METADATA_WRITE,
            because(NO_ACCESS, KnownBackend.S3),
            because(FILES, KnownBackend.EMBEDDED),
            because(
                "metadata is written with the data",
                KnownBackend.AZURE,
                KnownBackend.AZURE_HIERARCHICAL),
            because(
                "who may update an object's metadata may change its access, too",
                KnownBackend.GOOGLE)),
        of(
            "COSI",
            "bucket metadata to write",
            Feature.ACCESS_BUCKET_METADATA_WRITE,
            because(SEAWEEDFS_ACTIONS, KnownBackend.SEAWEEDFS),
            because(NO_ACCESS, KnownBackend.S3),
            because(FILES, KnownBackend.EMBEDDED),
            because(
                "tokens give nothing of a container's metadata",
                KnownBackend.AZURE,
                KnownBackend.AZURE_HIERARCHICAL),
            because(
                "who may change a bucket's settings could open it to everybody",
                KnownBackend.GOOGLE)),
        when(
            "CSI",
            "volumes that the driver attaches to nodes",
            capabilities -> capabilities.has(Feature.ACCESS_KEYS),
            because(
                "nodes need keys; a volume can have [its own](CSI-NODE.md) in a Secret",
                KnownBackend.S3)),
        when(
            "CSI",
            "volumes that are folders of a shared bucket",
            capabilities ->
                !capabilities.has(Feature.ACCESS_PREFIX_WITHOUT_UPLOADS)
                    && (capabilities.has(Feature.ACCESS_PREFIX)
                        || !capabilities.has(Feature.ACCESS_KEYS)),
            because(
                "keys reach no less than a bucket, see the row about keys for a prefix",
                KnownBackend.SEAWEEDFS),
            because(
                "only with [a hierarchical namespace](SEMANTICS.md#directories-of-azure), because"
                    + " other accounts cannot limit a token to a folder",
                KnownBackend.AZURE),
            because(
                "the parts of large files lie outside of the folder, where the key of a node"
                    + " does not reach",
                KnownBackend.GOOGLE)),
        of(
            "CSI",
            "snapshots that copy nothing",
            Feature.VERSIONED_CONDITIONS,
            because(
                "many servers, and Ceph, lose conditions in a bucket with versions: the server copies"
                    + " the files",
                KnownBackend.S3),
            because("the server copies the files", KnownBackend.EMBEDDED),
            because("only where the account keeps versions", KnownBackend.AZURE),
            because(
                "such accounts keep no versions: the server copies the files",
                KnownBackend.AZURE_HIERARCHICAL)));
  }
}
