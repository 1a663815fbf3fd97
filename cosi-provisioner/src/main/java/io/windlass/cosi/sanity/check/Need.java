package io.windlass.cosi.sanity.check;

/** What a check needs besides the driver. */
public enum Need {
  /** An S3 server that this process can reach. */
  S3("needs --s3"),
  /** A way to restart the driver. */
  RESTART("needs --restart-command");

  private final String reason;

  Need(String reason) {
    this.reason = reason;
  }

  /** Returns the reason given when a check is skipped because this is missing. */
  String reason() {
    return reason;
  }
}
