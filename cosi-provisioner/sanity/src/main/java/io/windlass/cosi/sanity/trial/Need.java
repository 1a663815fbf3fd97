package io.windlass.cosi.sanity.trial;

/** What a check needs besides the driver. */
public enum Need {
  /** A storage server that this process can reach. */
  STORE("needs --s3, --azure or --gcs"),
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
