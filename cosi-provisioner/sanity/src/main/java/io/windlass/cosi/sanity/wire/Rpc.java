package io.windlass.cosi.sanity.wire;

/** The RPCs of COSI. */
public enum Rpc {
  INFO,
  GENERATE_BUCKET_ID,
  CREATE_BUCKET,
  GET_BUCKET,
  DELETE_BUCKET,
  GENERATE_ACCESS_ID,
  GRANT_ACCESS,
  REVOKE_ACCESS;

  /** Returns whether the revision has this RPC. */
  public boolean in(ApiRevision revision) {
    return switch (this) {
      case INFO, CREATE_BUCKET, DELETE_BUCKET, GRANT_ACCESS, REVOKE_ACCESS -> true;
      case GENERATE_BUCKET_ID -> revision.generatesBucketIds();
      case GET_BUCKET -> revision.isV1Alpha2();
      case GENERATE_ACCESS_ID -> revision.generatesAccessIds();
    };
  }
}
