package io.windlass.http;

/**
 * ETags of objects. Those of stores are strong, and conditions need them so (RFC 9110, 13.1.1). A
 * gateway that may compress answers marks their ETags as weak, as nginx does with {@code gzip on},
 * and passes conditions on to the store, which knows no weak ETag.
 */
public final class EntityTag {
  private static final String WEAK = "W/";

  private EntityTag() {}

  /** Returns the ETag that the store gave, without what a gateway has put before it. */
  public static String strong(String etag) {
    return etag.startsWith(WEAK) ? etag.substring(WEAK.length()) : etag;
  }
}
