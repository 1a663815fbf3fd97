package io.windlass.store;

/** The object protocols that COSI names, and that a workload's client library speaks. */
public enum Protocol {
  S3,
  AZURE,
  GCS
}
