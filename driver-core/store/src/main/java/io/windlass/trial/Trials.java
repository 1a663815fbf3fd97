package io.windlass.trial;

import io.windlass.backend.Backend;
import io.windlass.error.DriverException;
import io.windlass.object.ObjectInfo;
import io.windlass.object.Revision;
import io.windlass.store.Feature;
import io.windlass.trial.ServerTrial.Subject;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;

/**
 * The trials of one run, all with one object.
 *
 * @param mark key of another object of the run, which is there, and which copies may replace
 */
record Trials(
    Backend backend, TriedObject object, String mark, Effort effort, InstantSource clock) {
  /** What is tried with an object that was changed. */
  private static final Set<Subject> CHANGING =
      Set.of(Subject.CLOCK, Subject.COPIES, Subject.RANGES, Subject.DELETES);

  /** What somebody may not do who may write all the same. */
  private static final Set<Subject> MAY_LACK =
      Set.of(Subject.UPLOADS, Subject.COPIES, Subject.RANGES);

  /** Tries the server; ends early where it does not keep conditions of writes. */
  List<ServerTrial> run(Set<Subject> subjects) {
    List<ServerTrial> trials = new ArrayList<>();
    for (SubjectTrial trial : ofWrites()) {
      if (subjects.contains(trial.subject())) {
        ServerTrial found = tried(trial);
        trials.add(found);
        if (found.isBroken() && found.subject() == Subject.WRITES) {
          return trials;
        }
      }
    }
    if (subjects.contains(Subject.LISTINGS) && !effort.lists()) {
      // Gateways tell of some objects what is no answer of S3, also those that take another's name.
      ObjectInfo _ = object.store().head(mark);
    }
    if (!Collections.disjoint(subjects, CHANGING)) {
      ofChanges().stream()
          .filter(trial -> subjects.contains(trial.subject()))
          .map(Trials::tried)
          .forEach(trials::add);
    }
    return trials;
  }

  private List<SubjectTrial> ofWrites() {
    List<SubjectTrial> trials = new ArrayList<>();
    trials.add(new WriteTrial(object, effort));
    if (effort.lists()) {
      trials.add(new ListingTrial(object.store(), mark));
    }
    if (backend.capabilities().has(Feature.COMPLETE_CONDITIONAL)) {
      trials.add(new UploadTrial(object, effort));
    }
    return trials;
  }

  /** Changes the object first. */
  private List<SubjectTrial> ofChanges() {
    Revision stale = object.put().revision();
    ObjectInfo now = object.put();
    List<SubjectTrial> trials = new ArrayList<>();
    trials.add(new ClockTrial(now.observedAt(), clock));
    trials.add(new CopyTrial(object, mark, stale));
    object
        .store()
        .rangeCopies()
        .ifPresent(ranges -> trials.add(new RangeTrial(object, ranges, stale)));
    trials.add(new DeleteTrial(object, backend.capabilities(), stale));
    return trials;
  }

  /**
   * Tries one thing. What a server refuses for whatever reason, it does not keep; but a lack of
   * permissions says nothing of its writes.
   */
  private static ServerTrial tried(SubjectTrial trial) {
    try {
      return trial.run();
    } catch (DriverException.NoSuchBucket | DriverException.QuotaExceeded e) {
      throw e; // it says nothing of the server
    } catch (DriverException e) {
      boolean permitted = !(e instanceof DriverException.PermissionDenied);
      boolean telling = permitted || MAY_LACK.contains(trial.subject());
      if (e.retryable() || !telling) {
        throw e;
      }
      return trial.broken("it cannot be tried: " + e.getMessage());
    }
  }
}
