package io.windlass.trial;

import io.windlass.error.DriverException;
import io.windlass.object.ByteRange;
import io.windlass.object.Revision;
import io.windlass.store.Part;
import io.windlass.store.PutOptions;
import io.windlass.store.RangeCopies;
import io.windlass.store.Upload;
import io.windlass.trial.ServerTrial.Subject;

/** A copy of a range on condition of an older state of its source. */
record RangeTrial(TriedObject object, RangeCopies ranges, Revision stale) implements SubjectTrial {

  @Override
  public Subject subject() {
    return Subject.RANGES;
  }

  @Override
  public String next() {
    return "ranges of objects are read and sent in place of copies by the server";
  }

  @Override
  public ServerTrial run() {
    Upload upload = object.store().uploads().startWithCopies(object.key(), PutOptions.DEFAULT);
    try {
      Part _ = ranges.copy(upload, 1, object.source(stale), new ByteRange(0, 1));
      return broken("a copy of a range on condition of an older state was carried out");
    } catch (DriverException.PreconditionFailed e) {
      return holds("ranges are copied only on their condition");
    } finally {
      Upload _ = object.aborted(upload);
    }
  }
}
