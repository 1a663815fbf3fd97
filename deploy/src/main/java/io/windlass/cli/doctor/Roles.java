package io.windlass.cli.doctor;

import io.windlass.cli.serve.BackendEntries;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Roles that a configuration is of. */
final class Roles {
  private Roles() {}

  /** Returns a sentence with the roles that the doctor looks at, and why those. */
  static String in(Map<String, String> environment) {
    List<String> roles = new ArrayList<>();
    if (!BackendEntries.isOnlyCsi(environment)) {
      roles.add("a COSI driver");
    }
    if (BackendEntries.hasCsi(environment)) {
      roles.add(
          switch (environment.getOrDefault("WINDLASS_CSI_MODE", "").strip()) {
            case "controller" -> "a CSI controller";
            case "node" -> "a CSI node";
            case "both" -> "a CSI controller and node";
            default -> "a CSI plugin of unknown mode";
          });
    }
    String others =
        BackendEntries.hasCsi(environment)
            ? ""
            : " CSI is looked at where WINDLASS_CSI_MODE is set.";
    return "Looks at what this environment configures: %s.%s"
        .formatted(String.join(", and ", roles), others);
  }
}
