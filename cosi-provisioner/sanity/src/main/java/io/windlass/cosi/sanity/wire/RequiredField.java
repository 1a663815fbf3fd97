package io.windlass.cosi.sanity.wire;

import java.util.ArrayList;
import java.util.List;

/**
 * A field that a request must have.
 *
 * @param path path of the field, for an {@link Edit}
 * @param name name of the field in the revision
 * @param certain whether a driver must refuse a request without the field; otherwise it may accept
 *     it
 */
public record RequiredField(String path, String name, boolean certain) {

  private static RequiredField must(String path) {
    return new RequiredField(path, path, true);
  }

  private static RequiredField must(String path, String name) {
    return new RequiredField(path, name, true);
  }

  private static RequiredField should(String path) {
    return new RequiredField(path, path, false);
  }

  /** Returns the required fields of a request. */
  public static List<RequiredField> of(ApiRevision revision, Rpc rpc) {
    return revision.isV1Alpha2() ? v1alpha2(revision, rpc) : v1alpha1(rpc);
  }

  private static List<RequiredField> v1alpha1(Rpc rpc) {
    return switch (rpc) {
      case INFO, GENERATE_BUCKET_ID, GET_BUCKET, GENERATE_ACCESS_ID -> List.of();
      case CREATE_BUCKET -> List.of(must("name"));
      case DELETE_BUCKET -> List.of(must("bucket_id"));
      case GRANT_ACCESS -> List.of(must("bucket_id"), must("name"), must("authentication_type"));
      case REVOKE_ACCESS -> List.of(must("account_id"), should("bucket_id"));
    };
  }

  private static List<RequiredField> v1alpha2(ApiRevision revision, Rpc rpc) {
    return switch (rpc) {
      case INFO -> List.of();
      case GENERATE_BUCKET_ID -> List.of(must("name"));
      case CREATE_BUCKET ->
          List.of(must("bucket_id", revision.generatesBucketIds() ? "bucket_id" : "name"));
      case GET_BUCKET ->
          List.of(
              must("bucket_id", revision == ApiRevision.A ? "existing_bucket_id" : "bucket_id"));
      case DELETE_BUCKET -> List.of(must("bucket_id"));
      case GENERATE_ACCESS_ID ->
          List.of(
              must("account_name"),
              should("protocol"),
              should("authentication_type"),
              should("buckets"));
      case GRANT_ACCESS -> grant(revision);
      case REVOKE_ACCESS -> List.of(must("account_id"), should("buckets"));
    };
  }

  /**
   * Returns the required fields of a grant. The modes are fields of their own, because a request
   * without both metadata modes reads as one of revision A or B.
   */
  private static List<RequiredField> grant(ApiRevision revision) {
    List<RequiredField> fields = new ArrayList<>();
    fields.add(must("account_id", revision.generatesAccessIds() ? "account_id" : "account_name"));
    fields.add(must("protocol"));
    fields.add(must("authentication_type"));
    fields.add(must("buckets"));
    fields.add(must("buckets.bucket_id"));
    fields.addAll(modes(revision));
    return fields;
  }

  /** Returns the access modes of a grant. */
  public static List<RequiredField> modes(ApiRevision revision) {
    if (!revision.isV1Alpha2()) {
      return List.of();
    }
    String data = "buckets.object_data_access_mode";
    return revision.hasMetadataModes()
        ? List.of(
            must(data),
            must("buckets.object_metadata_access_mode"),
            must("buckets.bucket_metadata_access_mode"))
        : List.of(must(data, "buckets.access_mode"));
  }
}
