package io.windlass.csi.identity;

/** Whether something that the plugin needs is there. Answers at once or within a few seconds. */
public interface Readiness {

  /** What was found. */
  sealed interface State {
    /** It is there. */
    record Ready() implements State {}

    /** It is not there yet, and may come: nothing is wrong with the plugin. */
    record Starting(String missing) implements State {}

    /** It was there and is not any more, or never can be. */
    record Broken(String why) implements State {}
  }

  /** Looks now, or answers what it found a few seconds ago. */
  State check();
}
