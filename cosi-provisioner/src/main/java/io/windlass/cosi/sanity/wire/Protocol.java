package io.windlass.cosi.sanity.wire;

/** A protocol of object storage, with its number in v1alpha2. */
public enum Protocol {
  S3(1),
  AZURE(2),
  GCS(3);

  private final int number;

  Protocol(int number) {
    this.number = number;
  }

  int number() {
    return number;
  }
}
