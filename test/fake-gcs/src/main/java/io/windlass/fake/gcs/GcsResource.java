package io.windlass.fake.gcs;

import java.util.Optional;

/**
 * What a permission is asked for, as conditions see it:
 * cloud.google.com/storage/docs/access-control/iam#conditions.
 *
 * @param bucket empty where the project is meant
 * @param object name of the object, or prefix of what is listed; empty where the bucket is meant
 */
record GcsResource(Optional<GcsBucket> bucket, String object, String name, String type) {
  private static final String SERVICE = "storage.googleapis.com/";

  static GcsResource project(String project) {
    return new GcsResource(Optional.empty(), "", "projects/" + project, "project");
  }

  static GcsResource of(GcsBucket bucket) {
    return new GcsResource(
        Optional.of(bucket), "", "projects/_/buckets/" + bucket.name(), SERVICE + "Bucket");
  }

  static GcsResource object(GcsBucket bucket, String object) {
    return new GcsResource(
        Optional.of(bucket),
        object,
        "projects/_/buckets/" + bucket.name() + "/objects/" + object,
        SERVICE + "Object");
  }

  /**
   * The objects that begin so: their list is a matter of the bucket, so that a condition on names
   * of objects is never met. Managed folders above the prefix count.
   */
  static GcsResource list(GcsBucket bucket, String prefix) {
    return new GcsResource(
        Optional.of(bucket), prefix, "projects/_/buckets/" + bucket.name(), SERVICE + "Bucket");
  }

  static GcsResource managedFolder(GcsBucket bucket, String folder) {
    return new GcsResource(
        Optional.of(bucket),
        folder,
        "projects/_/buckets/" + bucket.name() + "/managedFolders/" + folder,
        SERVICE + "ManagedFolder");
  }
}
