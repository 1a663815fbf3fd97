package io.windlass.test.docs;

/** The backends that docs/BACKENDS.md compares. */
enum KnownBackend {
  MINIO("S3: MinIO"),
  AWS("S3: AWS"),
  SEAWEEDFS("S3: SeaweedFS"),
  S3("S3: others"),
  EMBEDDED("embedded"),
  AZURE("Azure"),
  AZURE_HIERARCHICAL("Azure, hierarchical namespace"),
  GOOGLE("Google");

  private final String title;

  KnownBackend(String title) {
    this.title = title;
  }

  /** Returns what the table calls it. */
  String title() {
    return title;
  }
}
