package io.windlass.cosi.sanity.check;

/** What a check needs besides the driver. */
public enum Need {
  /** An S3 server that can be reached from here. */
  S3("needs --s3"),
  /** A way to restart the driver. */
  RESTART("needs --restart-command");

  private final String reason;

  Need(String reason) {
    this.reason = reason;
  }

  /** Why a check was skipped without it. */
  String reason() {
    return reason;
  }
}
