package io.windlass.cosi.sanity.wire;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Rules by which the v1alpha2 sidecar checks an answer before it accepts it. An answer that breaks
 * a rule is a terminal error there: the object stays unready until somebody changes it.
 */
public final class AnswerRules {
  /** A label of RFC 1035, in lower case as Kubernetes requires. */
  private static final Pattern LABEL = Pattern.compile("[a-z]([a-z0-9-]*[a-z0-9])?");

  private static final int MAX_DRIVER_NAME = 63;

  /** The pattern for ids in the CRDs. */
  private static final Pattern ID = Pattern.compile("[a-zA-Z0-9/._-]+");

  private static final int MAX_ID = 2048;

  private AnswerRules() {}

  static List<String> info(String name, List<StorageProtocol> protocols, int unknown) {
    List<String> violations = new ArrayList<>();
    if (name.length() > MAX_DRIVER_NAME) {
      violations.add("name '%s' is longer than %d characters".formatted(name, MAX_DRIVER_NAME));
    }
    for (String label : name.split("\\.", -1)) {
      if (!LABEL.matcher(label).matches()) {
        violations.add("name '%s': '%s' is not an RFC 1035 label".formatted(name, label));
      }
    }
    if (protocols.isEmpty() && unknown == 0) {
      violations.add("supported_protocols is empty: at least one is required");
    }
    if (unknown > 0) {
      violations.add("supported_protocols has an UNKNOWN or undefined protocol");
    }
    if (new HashSet<>(protocols).size() < protocols.size()) {
      violations.add("supported_protocols names a protocol twice: " + protocols);
    }
    return violations;
  }

  /** Returns what is wrong with an id from a driver; an empty list if nothing is. */
  public static List<String> id(String field, String id) {
    if (id.isEmpty()) {
      return List.of(field + " is empty");
    }
    if (id.length() > MAX_ID) {
      return List.of(
          "%s has %d characters: at most %d are allowed".formatted(field, id.length(), MAX_ID));
    }
    if (!ID.matcher(id).matches()) {
      return List.of("%s '%s' does not match %s".formatted(field, id, ID));
    }
    return List.of();
  }

  static List<String> bucket(List<StorageProtocol> requested, List<BucketInfo> infos) {
    if (infos.isEmpty()) {
      return List.of("protocols is empty: the info of at least one protocol is required");
    }
    Set<StorageProtocol> missing = new TreeSet<>(requested);
    infos.forEach(info -> missing.remove(info.protocol()));
    return missing.isEmpty() ? List.of() : List.of("protocols lacks the requested " + missing);
  }

  static List<String> access(
      AccessRequest request,
      List<Access.GrantedBucket> buckets,
      List<WorkloadCredential> credentials) {
    List<String> violations = new ArrayList<>();
    Set<String> requested =
        request.buckets().stream().map(b -> b.bucket().id()).collect(Collectors.toSet());
    List<String> granted = buckets.stream().map(Access.GrantedBucket::bucketId).toList();
    if (granted.size() != requested.size() || !requested.equals(new HashSet<>(granted))) {
      violations.add(
          "buckets must be exactly those requested, %s, but is %s".formatted(requested, granted));
    }
    for (Access.GrantedBucket bucket : buckets) {
      grantedBucket(request.protocol(), bucket, violations);
    }
    credentials.stream()
        .filter(credential -> credential.protocol() == request.protocol())
        .findFirst()
        .ifPresentOrElse(
            credential -> {
              if (request.serviceAccount().isEmpty()) {
                key(credential, violations);
              }
            },
            () -> violations.add("credentials has no " + request.protocol() + " message"));
    return violations;
  }

  private static void grantedBucket(
      StorageProtocol protocol, Access.GrantedBucket bucket, List<String> violations) {
    String where = "bucket_info of '" + bucket.bucketId() + "'";
    if (bucket.infos().size() != 1 || bucket.infos().getFirst().protocol() != protocol) {
      violations.add(
          "%s must be for %s and nothing else, but is for %s"
              .formatted(
                  where, protocol, bucket.infos().stream().map(BucketInfo::protocol).toList()));
    }
    for (BucketInfo info : bucket.infos()) {
      switch (info) {
        case BucketInfo.S3 s3 -> {
          require(where + ": s3.bucket_id", s3.bucketId(), violations);
          require(where + ": s3.endpoint", s3.endpoint(), violations);
          require(where + ": s3.region", s3.region(), violations);
          if (s3.style() == BucketInfo.Style.UNKNOWN) {
            violations.add(where + ": s3.addressing_style is neither PATH nor VIRTUAL");
          }
        }
        case BucketInfo.Azure azure ->
            require(where + ": azure.storage_account", azure.storageAccount(), violations);
        case BucketInfo.Gcs gcs -> {
          require(where + ": gcs.project_id", gcs.projectId(), violations);
          require(where + ": gcs.bucket_name", gcs.bucketName(), violations);
        }
      }
    }
  }

  private static void key(WorkloadCredential credential, List<String> violations) {
    switch (credential) {
      case WorkloadCredential.S3 s3 -> {
        require("credentials.s3.access_key_id", s3.accessKeyId(), violations);
        require("credentials.s3.access_secret_key", s3.secretKey(), violations);
      }
      case WorkloadCredential.Azure azure ->
          require("credentials.azure.access_token", azure.accessToken(), violations);
      case WorkloadCredential.Gcs gcs -> {
        require("credentials.gcs.access_id", gcs.accessId(), violations);
        require("credentials.gcs.access_secret", gcs.accessSecret(), violations);
      }
    }
  }

  private static void require(String field, String value, List<String> violations) {
    if (value.isEmpty()) {
      violations.add(field + " is empty");
    }
  }
}
