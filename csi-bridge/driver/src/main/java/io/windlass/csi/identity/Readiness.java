package io.windlass.csi.identity;

/**
 * Whether something without which the plugin is of no use is there. A plugin that says no is
 * started again: this is not for what a new start does not mend.
 */
public interface Readiness {

  /** What was found. */
  sealed interface State {
    /** It is there. */
    record Ready() implements State {}

    /** It is not. */
    record Broken(String why) implements State {}
  }

  /** Looks, or answers what is known: within a moment, unless something hangs. */
  State check();
}
