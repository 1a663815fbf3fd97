package io.windlass.config;

/** What kinds of backend can be configured. */
public enum BackendKind {
  /** A server that speaks S3. */
  S3,
  /** An embedded S3 server over a directory of this machine. */
  LOCAL
}
