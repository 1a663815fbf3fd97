package io.windlass.trial;

import io.windlass.error.DriverException;
import io.windlass.object.ObjectProperties;
import io.windlass.object.Revision;
import io.windlass.store.CopyOptions;
import io.windlass.store.CopyResult;
import io.windlass.trial.ServerTrial.Subject;
import java.util.Map;

/**
 * A copy on condition of an older state of its source.
 *
 * @param mark key of an object that the copy may replace; its content is the key
 */
record CopyTrial(TriedObject object, String mark, Revision stale) implements SubjectTrial {
  /** Otherwise the store asks for what it is not told, and finds out before it copies. */
  private static final CopyOptions TOLD =
      CopyOptions.DEFAULT.withMetadata(Map.of()).withProperties(ObjectProperties.NONE);

  @Override
  public Subject subject() {
    return Subject.COPIES;
  }

  @Override
  public String next() {
    return "a rename or a snapshot takes whatever is there by then: mount the bucket with"
        + " --single-writer, or read-only";
  }

  @Override
  public ServerTrial run() {
    try {
      CopyResult _ = object.store().copy(object.source(stale), mark, TOLD);
      return broken("a copy on condition of an older state was carried out");
    } catch (DriverException.PreconditionFailed e) {
      return holds("copies are made only on their condition");
    } catch (DriverException e) {
      boolean telling = !e.retryable() && !(e instanceof DriverException.QuotaExceeded);
      if (!telling || !new TriedObject(object.store(), mark).read().equals(mark)) {
        throw e;
      }
      return ServerTrial.remark(
          subject(),
          "a copy on condition of an older state was refused, but for another reason: "
              + e.getMessage(),
          "renames and snapshots may be refused, too");
    }
  }
}
