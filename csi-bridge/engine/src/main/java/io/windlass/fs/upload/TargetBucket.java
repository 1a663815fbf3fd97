package io.windlass.fs.upload;

import io.windlass.fs.journal.BaseObject;
import io.windlass.object.ByteRange;
import io.windlass.store.Capabilities;
import io.windlass.store.CopySource;
import io.windlass.store.ObjectStore;
import io.windlass.store.Part;
import io.windlass.store.Upload;

/**
 * Bucket that files are published to.
 *
 * @param store of its objects
 * @param capabilities of the store
 * @param uploads through which everything is done that may leave an upload in the bucket
 * @param kept reads the properties that an object keeps
 */
public record TargetBucket(
    ObjectStore store, Capabilities capabilities, UploadLedger uploads, KeptProperties kept) {

  /** Has the server copy a part. Plans ask for that only if the store can copy ranges. */
  public Part copyRange(Upload upload, int number, BaseObject from, ByteRange range) {
    return store.rangeCopies().orElseThrow().copy(upload, number, source(from), range);
  }

  /** Returns an object of the bucket, in this version, as the source of a copy. */
  public CopySource source(BaseObject object) {
    return CopySource.of(store.bucket(), object.key()).withIfMatch(object.revision());
  }
}
