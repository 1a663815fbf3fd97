package io.windlass.store.s3.object;

import io.windlass.store.ListedVersion;
import io.windlass.store.ObjectVersions;
import io.windlass.store.Page;
import java.util.Optional;

/** Versions of the objects of one bucket. */
record S3Versions(S3Lists lists, S3Deletes deletes) implements ObjectVersions {
  @Override
  public Page<ListedVersion> list(String prefix, Optional<String> token) {
    return lists.versions(prefix, token);
  }

  @Override
  public void delete(String key, String version) {
    deletes.version(key, version);
  }
}
