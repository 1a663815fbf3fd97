package io.windlass.cosi.sanity;

import io.windlass.cosi.sanity.trial.Check;
import io.windlass.cosi.sanity.trial.Outcome;
import io.windlass.cosi.sanity.wire.ApiRevision;
import java.time.Duration;
import java.util.List;

/** Listener for the progress of a run. What it receives contains no secret. */
public interface Report {

  /** Called when the driver answers; the notes say what was found out about it. */
  void started(SanityOptions options, List<String> notes);

  /** Called before the checks of a revision. */
  void revision(ApiRevision revision, String driver);

  /** Called before each check. */
  void checking(ApiRevision revision, Check check);

  /** Called after each check. */
  void checked(ApiRevision revision, Check check, Outcome outcome, Duration time);

  /** Called once, at the end of the run. */
  void finished(Summary summary);
}
