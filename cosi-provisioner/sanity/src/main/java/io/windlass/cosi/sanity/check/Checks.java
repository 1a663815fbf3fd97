package io.windlass.cosi.sanity.check;

import io.windlass.cosi.sanity.trial.Check;
import io.windlass.cosi.sanity.wire.ApiRevision;
import java.util.List;
import java.util.stream.Collectors;
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

  /** Returns the checks as a table in Markdown. */
  public static String markdown() {
    return all().stream()
        .map(check ->
            "| `%s` | `%s` | %s | %s | %s: %s |\n"
                .formatted(
                    check.number(),
                    check.id(),
                    check.asks(),
                    revisions(check),
                    check.rule().source(),
                    check.rule().sentence().replace("|", "\\|")))
        .collect(
            Collectors.joining(
                "",
                "| Number | Id | What it asks | Revisions | Rule |\n|---|---|---|---|---|\n",
                ""));
  }

  private static String revisions(Check check) {
    List<ApiRevision> all = List.of(ApiRevision.values());
    List<ApiRevision> some = all.stream().filter(check.applies()).toList();
    return some.equals(all)
        ? "all"
        : some.stream().map(Enum::name).collect(Collectors.joining(", "));
  }
}
