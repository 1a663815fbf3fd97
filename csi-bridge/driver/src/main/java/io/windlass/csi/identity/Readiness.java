package io.windlass.csi.identity;

/**
 * Check of something without which the plugin is useless. A CO restarts a plugin that is not ready,
 * so this must not report faults that a restart does not mend.
 */
public interface Readiness {

  /** Result of a check. */
  sealed interface State {
    /** What the plugin needs is there. */
    record Ready() implements State {}

    /** What the plugin needs is missing or broken. */
    record Broken(String why) implements State {}
  }

  /** Checks, or returns what is known already. Returns within a moment, unless something hangs. */
  State check();
}
