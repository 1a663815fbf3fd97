package io.windlass.store;

import java.util.Optional;

/** The versions of a bucket's objects, where it keeps them. */
public interface ObjectVersions {

  /** Lists all versions and delete markers below a prefix, by key, newest first. */
  Page<ListedVersion> list(String prefix, Optional<String> token);

  /**
   * Deletes exactly this version of an object, for good; no error if it is gone. What a plain get
   * finds when that was the newest, or a marker above others, differs from server to server: the
   * version below, or nothing. A version is brought back by a copy of it.
   */
  void delete(String key, String version);
}
