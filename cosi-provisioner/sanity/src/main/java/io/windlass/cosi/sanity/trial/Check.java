package io.windlass.cosi.sanity.trial;

import io.windlass.cosi.sanity.wire.ApiRevision;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Predicate;

/**
 * One requirement on a driver, with the code that tests it.
 *
 * @param id theme and name, as in {@code create/idempotent}
 * @param rule sentence that the requirement is based on
 * @param applies revisions that the requirement applies to
 * @param needs what the check needs besides the driver
 * @param body code of the check; returns if the driver meets the requirement
 */
public record Check(
    String id, Rule rule, Predicate<ApiRevision> applies, Set<Need> needs, Body body) {
  public Check {
    needs = Set.copyOf(needs);
  }

  /** Code of a check. */
  public interface Body {
    /** Runs the check. Throws {@link Ended} as soon as the outcome is decided. */
    void run(Trial trial) throws InterruptedException;
  }

  /** Returns the number by which results name the check, as in {@code COSI-303}. */
  public String number() {
    return "COSI-" + CheckCatalogue.of(id).number();
  }

  /** Returns what the check asks of a driver, as a sentence. */
  public String asks() {
    return CheckCatalogue.of(id).asks();
  }

  public static Check of(String id, Rule rule, Body body) {
    return new Check(id, rule, revision -> true, Set.of(), body);
  }

  /** Returns this check for fewer revisions: those that also match the predicate. */
  public Check in(Predicate<ApiRevision> revisions) {
    return new Check(id, rule, applies.and(revisions), needs, body);
  }

  /** Returns this check with one more need. */
  public Check needing(Need need) {
    Set<Need> more = EnumSet.of(need);
    more.addAll(needs);
    return new Check(id, rule, applies, more, body);
  }

  /**
   * Runs the check in a session. Afterwards everything that the check made is deleted, or is in the
   * session's list of leftovers.
   */
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
