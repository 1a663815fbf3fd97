package io.windlass.store;

import java.util.Optional;

/**
 * Versions of the objects of a bucket. A backend with {@link Feature#BUCKET_VERSIONS} tells when
 * each object was deleted. Others, whose owner alone decides whether versions are kept, may not:
 * then it shows only which objects are there now.
 */
public interface ObjectVersions {

  /**
   * Lists all versions below a prefix, by key. With {@link Feature#BUCKET_VERSIONS}, delete markers
   * are among them, and the newest version of a key is first. Otherwise there are no delete
   * markers, an object without a {@link ListedVersion#latest} version is deleted, and the versions
   * of a key are in any order.
   */
  Page<ListedVersion> list(String prefix, Optional<String> token);

  /**
   * Deletes exactly this version of an object, permanently; no error if it is gone. If this was the
   * newest version, or a delete marker above others, it depends on the server whether a plain get
   * then finds the version below or nothing. To restore a version, copy it.
   */
  void delete(String key, String version);
}
