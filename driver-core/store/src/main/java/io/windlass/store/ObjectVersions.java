package io.windlass.store;

import java.util.Optional;

/** Versions of the objects of a bucket, where it keeps versions. */
public interface ObjectVersions {

  /**
   * Lists all versions and delete markers below a prefix, by key, and newest first for each key.
   */
  Page<ListedVersion> list(String prefix, Optional<String> token);

  /**
   * Deletes exactly this version of an object, permanently; no error if it is gone. If this was the
   * newest version, or a delete marker above others, it depends on the server whether a plain get
   * then finds the version below or nothing. To restore a version, copy it.
   */
  void delete(String key, String version);
}
