package io.windlass.cosi.sanity.wire;

/** A protocol of object storage, with its number in v1alpha2. */
public enum StorageProtocol {
  S3(1),
  AZURE(2),
  GCS(3);

  private final int number;

  StorageProtocol(int number) {
    this.number = number;
  }

  int number() {
    return number;
  }
}
