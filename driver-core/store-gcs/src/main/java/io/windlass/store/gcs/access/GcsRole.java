package io.windlass.store.gcs.access;

import io.windlass.access.AccessMode;
import io.windlass.access.AccessModes;
import io.windlass.error.DriverException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Roles that say exactly what modes say: "IAM roles for Cloud Storage", "IAM permissions for Cloud
 * Storage". The ready role for writing alone ({@code objectCreator}) cannot overwrite, and that for
 * both ({@code objectUser}) deletes managed folders, which are the grants of others. So these two
 * are roles of the project's own, which the driver makes when it first needs them.
 *
 * <p>User metadata belongs to the object: who reads the one reads the other, and so for writing.
 */
enum GcsRole {
  READ("roles/storage.objectViewer"),
  WRITE(
      "windlassObjectWriter",
      "storage.folders.create",
      "storage.folders.delete",
      "storage.multipartUploads.abort",
      "storage.multipartUploads.create",
      "storage.multipartUploads.listParts",
      "storage.objects.create",
      "storage.objects.delete"),
  READ_WRITE(
      "windlassObjectReaderWriter",
      "storage.folders.create",
      "storage.folders.delete",
      "storage.folders.get",
      "storage.folders.list",
      "storage.folders.rename",
      "storage.multipartUploads.abort",
      "storage.multipartUploads.create",
      "storage.multipartUploads.list",
      "storage.multipartUploads.listParts",
      "storage.objects.create",
      "storage.objects.delete",
      "storage.objects.get",
      "storage.objects.list",
      "storage.objects.update"),
  READ_SETTINGS("windlassBucketReader", "storage.buckets.get");

  private final String id;

  /** Separated by blanks. */
  private final String permissions;

  GcsRole(String id, String... permissions) {
    this.id = id;
    this.permissions = String.join(" ", permissions);
  }

  /** Returns the full name of a ready role, or the id of one of the project's own. */
  String id() {
    return id;
  }

  /** Returns what a role of the project's own has; nothing for a ready one. */
  Set<String> permissions() {
    return permissions.isEmpty() ? Set.of() : Set.of(permissions.split(" ", -1));
  }

  /**
   * Checks that there are roles that say exactly this.
   *
   * @throws DriverException.InvalidArgument naming the mode that none says
   */
  static List<GcsRole> of(AccessModes modes, boolean prefix) {
    AccessMode data = modes.objectData();
    AccessMode metadata = modes.objectMetadata();
    if (metadata != AccessMode.ANY && metadata != data) {
      throw new DriverException.InvalidArgument(
          ("object metadata mode %s with object data mode %s: on Google the metadata of an object"
                  + " are read and written with its data, so ask for the same mode, or for ANY")
              .formatted(metadata, data));
    }
    if (modes.bucketMetadata().writes()) {
      throw new DriverException.InvalidArgument(
          ("bucket metadata mode %s: who may change the settings of a bucket could open it to"
                  + " everybody, so ask for READ_ONLY or ANY")
              .formatted(modes.bucketMetadata()));
    }
    if (prefix && modes.bucketMetadata().reads()) {
      throw new DriverException.InvalidArgument(
          "bucket metadata mode READ_ONLY: access below a prefix reaches no settings of the bucket,"
              + " so ask for ANY");
    }
    List<GcsRole> roles = new ArrayList<>();
    ofData(data).ifPresent(roles::add);
    if (modes.bucketMetadata().reads()) {
      roles.add(READ_SETTINGS);
    }
    if (roles.isEmpty()) {
      throw new DriverException.InvalidArgument(
          "object data mode ANY: no access at all is asked for, so ask for READ_ONLY, WRITE_ONLY or"
              + " READ_WRITE");
    }
    return List.copyOf(roles);
  }

  private static Optional<GcsRole> ofData(AccessMode data) {
    return switch (data) {
      case ANY -> Optional.empty();
      case READ_ONLY -> Optional.of(READ);
      case WRITE_ONLY -> Optional.of(WRITE);
      case READ_WRITE -> Optional.of(READ_WRITE);
    };
  }
}
