package io.windlass.cosi.sanity;

import io.windlass.cosi.sanity.check.Check;
import io.windlass.cosi.sanity.check.Outcome;
import io.windlass.cosi.sanity.wire.ApiRevision;
import java.time.Duration;
import java.util.List;

/** Hears of a run as it goes on. Nothing that it is told has a secret in it. */
public interface Report {

  /** The driver answers; the notes say what was found out about it. */
  void started(SanityOptions options, List<String> notes);

  /** The checks of one revision begin. */
  void revision(ApiRevision revision, String driver);

  /** A check came to its end. */
  void checked(ApiRevision revision, Check check, Outcome outcome, Duration time);

  /** The run came to its end. */
  void finished(Summary summary);
}
