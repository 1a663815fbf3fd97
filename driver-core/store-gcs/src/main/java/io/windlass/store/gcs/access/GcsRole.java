package io.windlass.store.gcs.access;

import io.windlass.access.AccessMode;
import io.windlass.access.AccessModes;
import io.windlass.error.DriverException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Roles that permit exactly what access modes say: "IAM roles for Cloud Storage", "IAM permissions
 * for Cloud Storage". The predefined role for writing ({@code objectCreator}) cannot overwrite, and
 * the one for reading and writing ({@code objectUser}) can delete managed folders, which are grants
 * of others. So these two are custom roles of the project, which the driver creates when it first
 * needs them. Tokens of nodes are cut to the same roles.
 *
 * <p>A principal that reads an object reads its user metadata, and one that writes it writes them.
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
      "storage.objects.createContext",
      "storage.objects.delete",
      "storage.objects.get",
      "storage.objects.list",
      "storage.objects.update"),
  READ_SETTINGS("windlassBucketReader", "storage.buckets.get");

  private final String id;

  /** Permissions, separated by blanks. */
  private final String permissions;

  GcsRole(String id, String... permissions) {
    this.id = id;
    this.permissions = String.join(" ", permissions);
  }

  /** Returns the full name of a predefined role, or the id of a custom role. */
  String id() {
    return id;
  }

  /** Returns the permissions of a custom role; none for a predefined one. */
  Set<String> permissions() {
    return permissions.isEmpty() ? Set.of() : Set.of(permissions.split(" ", -1));
  }

  /**
   * Checks that roles exist that permit exactly this.
   *
   * @throws DriverException.InvalidArgument naming the mode that no role permits
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
