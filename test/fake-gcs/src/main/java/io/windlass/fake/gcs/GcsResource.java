package io.windlass.fake.gcs;

import java.util.Optional;

/**
 * The resource of a permission check, as conditions see it:
 * cloud.google.com/storage/docs/access-control/iam#conditions.
 *
 * @param bucket empty for the project
 * @param object name of the object, or prefix of a list; empty for the bucket
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
   * Returns the resource of a list with a prefix. It belongs to the bucket, so conditions on names
   * of objects never match. Managed folders above the prefix apply.
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
