package io.windlass.mounter.keeper;

import io.windlass.proto.mounter.Failure;
import java.io.IOException;

/** Thrown when a mounter cannot serve a volume. */
public final class ServeException extends IOException {
  private static final long serialVersionUID = 1;

  private final Failure failure;

  ServeException(String why, Failure failure) {
    super(why);
    this.failure = failure;
  }

  /** Returns the kind of failure. */
  public Failure failure() {
    return failure;
  }
}
