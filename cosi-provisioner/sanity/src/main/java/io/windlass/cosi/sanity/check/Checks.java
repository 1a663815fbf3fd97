package io.windlass.cosi.sanity.check;

import java.util.List;
import java.util.stream.Stream;

/** All checks, in the order in which they run. */
public final class Checks {
  private Checks() {}

  /** Returns the checks of all revisions. */
  public static List<Check> all() {
    return Stream.of(
            InfoChecks.all(),
            BucketIdChecks.all(),
            CreateChecks.all(),
            GetChecks.all(),
            DeleteChecks.all(),
            AccessIdChecks.all(),
            GrantChecks.all(),
            GrantFieldChecks.all(),
            RevokeChecks.all(),
            RequestChecks.all(),
            ConcurrencyChecks.all(),
            KeyModeChecks.all(),
            KeyScopeChecks.all(),
            KeyLifeChecks.all(),
            RestartChecks.all(),
            StatusChecks.all())
        .flatMap(List::stream)
        .toList();
  }
}
