package io.windlass.cosi.sanity.check;

import io.windlass.cosi.sanity.wire.ApiRevision;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Predicate;

/**
 * One thing that a driver has to do right.
 *
 * @param id theme and name, as {@code create/idempotent}
 * @param rule the sentence that it stands on
 * @param applies the revisions that it is for
 * @param needs what has to be there for it
 * @param body tries it; returns where the driver did right
 */
public record Check(
    String id, Rule rule, Predicate<ApiRevision> applies, Set<Need> needs, Body body) {
  public Check {
    needs = Set.copyOf(needs);
  }

  /** What a check does. */
  public interface Body {
    /** Ends early, with an {@link Ended}, where the outcome is decided. */
    void run(Trial trial) throws InterruptedException;
  }

  static Check of(String id, Rule rule, Body body) {
    return new Check(id, rule, revision -> true, Set.of(), body);
  }

  /** The same for some revisions only. */
  Check in(Predicate<ApiRevision> revisions) {
    return new Check(id, rule, applies.and(revisions), needs, body);
  }

  /** The same where something more is there. */
  Check needing(Need need) {
    Set<Need> more = EnumSet.of(need);
    more.addAll(needs);
    return new Check(id, rule, applies, more, body);
  }

  /** Tries it. Nothing that it made is left after, or the leftovers are in the session's list. */
  public Outcome run(Session session) throws InterruptedException {
    for (Need need : needs) {
      if (!session.has(need)) {
        return new Outcome.Skip(need.reason());
      }
    }
    session.transcript().turnPage();
    Trial trial = new Trial(session);
    try {
      body.run(trial);
      return trial.outcome();
    } catch (Ended e) {
      return e.outcome();
    } finally {
      trial.end();
    }
  }
}
