package io.windlass.mounter.keeper;

import io.windlass.error.ErrorKind;
import io.windlass.proto.mounter.Served;
import java.io.IOException;
import java.util.Arrays;

/** Thrown when a mounter cannot serve a volume. */
public final class ServeException extends IOException {
  private static final long serialVersionUID = 1;

  private final ErrorKind kind;

  private ServeException(String why, ErrorKind kind) {
    super(why);
    this.kind = kind;
  }

  /**
   * Creates the exception for a mounter's answer. If that names no kind, or one that only a newer
   * version knows, the volume may be served later: UNAVAILABLE.
   */
  static ServeException of(Served answer) {
    return new ServeException(
        answer.getError(),
        Arrays.stream(ErrorKind.values())
            .filter(kind -> kind.name().equals(answer.getKind()))
            .findFirst()
            .orElse(ErrorKind.UNAVAILABLE));
  }

  /** Returns the kind of failure. */
  public ErrorKind kind() {
    return kind;
  }
}
