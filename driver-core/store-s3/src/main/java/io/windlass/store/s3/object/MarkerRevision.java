package io.windlass.store.s3.object;

import io.windlass.object.Revision;
import io.windlass.store.CopySource;
import java.util.Optional;
import software.amazon.awssdk.http.SdkHttpResponse;

/**
 * The revision of a directory's marker whose server tells none. Gateways over file systems, such as
 * those of JuiceFS and s3proxy, keep the marker of a directory as a directory, which has no ETag
 * there: it has that of what has no content. Its server does not know that revision, so it is sent
 * in no condition.
 */
final class MarkerRevision {
  /** The MD5 of no bytes, as an ETag. */
  private static final Optional<Revision> INVENTED =
      Optional.of(new Revision("\"d41d8cd98f00b204e9800998ecf8427e\""));

  private MarkerRevision() {}

  /** Returns the revision if an object is a marker of which there is no ETag. */
  static Optional<Revision> of(String key, long size, Optional<String> etag) {
    return etag.isEmpty() && isMarker(key, size) ? INVENTED : Optional.empty();
  }

  /** Returns whether an object is the marker of a directory. */
  static boolean isMarker(String key, long size) {
    return size == 0 && key.endsWith("/");
  }

  /** Returns whether a source may be wanted in a revision that its server does not know. */
  static boolean mayBeOf(CopySource source) {
    return source.key().endsWith("/") && source.ifMatch().equals(INVENTED);
  }

  /**
   * Returns a source that is to be copied as it was seen.
   *
   * @param seen the answer to a HEAD
   */
  static CopySource pinned(CopySource source, SdkHttpResponse seen) {
    return seen.firstMatchingHeader("ETag").isPresent()
        ? source.withIfMatch(S3Answers.revision(seen))
        : new CopySource(
            source.bucket(), source.key(), source.version(), Optional.empty(), source.size());
  }
}
