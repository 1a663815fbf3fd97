package io.windlass.trial;

import io.windlass.error.DriverException;
import io.windlass.object.Condition;
import io.windlass.object.ObjectInfo;
import io.windlass.object.Revision;
import io.windlass.store.Capabilities;
import io.windlass.store.Feature;
import io.windlass.trial.ServerTrial.Subject;

/** Deletes the object, in the way in which the server deletes records. */
record DeleteTrial(TriedObject object, Capabilities server, Revision stale)
    implements SubjectTrial {

  @Override
  public Subject subject() {
    return Subject.DELETES;
  }

  @Override
  public String next() {
    return WriteTrial.USE_ANOTHER;
  }

  @Override
  public ServerTrial run() {
    ObjectInfo now = object.store().head(object.key());
    if (server.has(Feature.DELETE_IF_MATCH)) {
      try {
        object.store().delete(object.key(), Condition.ifMatch(stale));
        return broken("a delete on condition of an older state was carried out");
      } catch (DriverException.PreconditionFailed e) {
        object.store().delete(object.key(), Condition.ifMatch(now.revision()));
      }
    } else if (now.version().isEmpty() && server.has(Feature.VERSIONED_CONDITIONS)) {
      return ServerTrial.broken(
          subject(),
          "the registry bucket keeps no versions, and its server has no conditional delete",
          "enable versioning on " + object.store().bucket());
    } else {
      object.delete();
    }
    return object.head().isEmpty()
        ? holds("a deleted object is gone")
        : broken("a deleted object is still there");
  }
}
