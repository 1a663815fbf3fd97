package io.windlass.store.local;

/** Permissions of a principal, for the actions of S3 policies. */
interface PrincipalPermissions {

  /** Permits nothing. */
  PrincipalPermissions NONE = all(false);

  /** Permits everything, everywhere. */
  PrincipalPermissions ALL = all(true);

  /** Returns whether an action on an object is permitted. */
  boolean allowsObject(String action, String bucket, String key);

  /** Returns whether listing the keys that begin with {@code prefix} is permitted. */
  boolean allowsList(String action, String bucket, String prefix);

  /** Returns whether an action on a bucket is permitted. */
  boolean allowsBucket(String action, String bucket);

  /** Returns whether anything at all is permitted in this bucket. */
  boolean sees(String bucket);

  private static PrincipalPermissions all(boolean answer) {
    return new PrincipalPermissions() {
      @Override
      public boolean allowsObject(String action, String bucket, String key) {
        return answer;
      }

      @Override
      public boolean allowsList(String action, String bucket, String prefix) {
        return answer;
      }

      @Override
      public boolean allowsBucket(String action, String bucket) {
        return answer;
      }

      @Override
      public boolean sees(String bucket) {
        return answer;
      }
    };
  }
}
