package io.windlass.store.local;

/** What a principal may do, in the actions of S3's policies. */
interface PrincipalPermissions {

  /** Nothing. */
  PrincipalPermissions NONE = all(false);

  /** Everything, everywhere. */
  PrincipalPermissions ALL = all(true);

  /** Whether an action on an object is allowed. */
  boolean allowsObject(String action, String bucket, String key);

  /** Whether a listing of what begins with {@code prefix} is allowed. */
  boolean allowsList(String action, String bucket, String prefix);

  /** Whether an action on a bucket is allowed. */
  boolean allowsBucket(String action, String bucket);

  /** Whether anything at all is allowed in this bucket. */
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
