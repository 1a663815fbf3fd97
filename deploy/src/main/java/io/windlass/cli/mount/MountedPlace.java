package io.windlass.cli.mount;

import io.windlass.proto.mounter.Report;
import io.windlass.proto.mounter.VolumeReport;
import java.nio.file.Path;

/**
 * A mounted bucket, and what its mounter says of it.
 *
 * @param directory at which it is mounted
 * @param bucket its URI
 */
record MountedPlace(Path directory, String bucket, State state) {

  /** Whether programs get answers, and from whom. */
  sealed interface State {
    /** A mounter serves it, and says this; {@code answers} whether programs get answers, too. */
    record Reported(boolean answers, Report mounter, VolumeReport volume) implements State {}

    /**
     * Nothing is known but this.
     *
     * @param word the state
     * @param why what that means for programs and for the operator
     * @param good whether programs get answers
     */
    record Unreported(String word, String why, boolean good) implements State {}
  }

  /** Returns the state as one word. */
  String word() {
    return switch (state) {
      case State.Reported reported when !reported.answers() -> "silent";
      case State.Reported reported ->
          reported.volume().getTrouble().isEmpty() ? "served" : "failing";
      case State.Unreported unreported -> unreported.word();
    };
  }
}
