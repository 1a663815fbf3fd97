package io.windlass.fake.gcs;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Roles and their permissions: cloud.google.com/storage/docs/access-control/iam-roles. A permission
 * may end with an asterisk.
 */
final class Roles {
  private static final Map<String, Set<String>> PREDEFINED =
      Map.ofEntries(
          Map.entry(
              "roles/storage.objectViewer",
              Set.of(
                  "storage.objects.get",
                  "storage.objects.list",
                  "storage.folders.get",
                  "storage.folders.list",
                  "storage.managedFolders.get",
                  "storage.managedFolders.list")),
          Map.entry(
              "roles/storage.objectCreator",
              Set.of(
                  "storage.objects.create",
                  "storage.objects.createContext",
                  "storage.folders.create",
                  "storage.managedFolders.create",
                  "storage.multipartUploads.create",
                  "storage.multipartUploads.abort",
                  "storage.multipartUploads.listParts")),
          Map.entry(
              "roles/storage.objectUser",
              Set.of(
                  "storage.objects.create",
                  "storage.objects.createContext",
                  "storage.objects.delete",
                  "storage.objects.deleteContext",
                  "storage.objects.get",
                  "storage.objects.list",
                  "storage.objects.move",
                  "storage.objects.restore",
                  "storage.objects.update",
                  "storage.objects.updateContext",
                  "storage.folders.*",
                  "storage.managedFolders.create",
                  "storage.managedFolders.delete",
                  "storage.managedFolders.get",
                  "storage.managedFolders.list",
                  "storage.multipartUploads.*")),
          Map.entry(
              "roles/storage.objectAdmin",
              Set.of(
                  "storage.objects.*",
                  "storage.folders.*",
                  "storage.managedFolders.create",
                  "storage.managedFolders.delete",
                  "storage.managedFolders.get",
                  "storage.managedFolders.list",
                  "storage.multipartUploads.*")),
          Map.entry(
              "roles/storage.folderAdmin",
              Set.of(
                  "storage.objects.*",
                  "storage.folders.*",
                  "storage.managedFolders.*",
                  "storage.multipartUploads.*")),
          Map.entry(
              "roles/storage.admin",
              Set.of(
                  "storage.buckets.*",
                  "storage.bucketOperations.*",
                  "storage.objects.*",
                  "storage.folders.*",
                  "storage.managedFolders.*",
                  "storage.multipartUploads.*")),
          Map.entry("roles/storage.hmacKeyAdmin", Set.of("storage.hmacKeys.*")),
          Map.entry(
              "roles/storage.bucketViewer", Set.of("storage.buckets.get", "storage.buckets.list")),
          Map.entry("roles/storage.legacyObjectReader", Set.of("storage.objects.get")),
          Map.entry(
              "roles/storage.legacyObjectOwner",
              Set.of(
                  "storage.objects.get",
                  "storage.objects.update",
                  "storage.objects.getIamPolicy",
                  "storage.objects.setIamPolicy")),
          Map.entry(
              "roles/storage.legacyBucketReader",
              Set.of(
                  "storage.buckets.get",
                  "storage.objects.list",
                  "storage.managedFolders.get",
                  "storage.managedFolders.list",
                  "storage.multipartUploads.list")),
          Map.entry(
              "roles/storage.legacyBucketWriter",
              Set.of(
                  "storage.buckets.get",
                  "storage.objects.create",
                  "storage.objects.delete",
                  "storage.objects.list",
                  "storage.managedFolders.*",
                  "storage.multipartUploads.*")),
          Map.entry(
              "roles/storage.legacyBucketOwner",
              Set.of(
                  "storage.buckets.get",
                  "storage.buckets.getIamPolicy",
                  "storage.buckets.setIamPolicy",
                  "storage.buckets.update",
                  "storage.objects.create",
                  "storage.objects.delete",
                  "storage.objects.list",
                  "storage.managedFolders.*",
                  "storage.multipartUploads.*")),
          Map.entry("roles/iam.serviceAccountAdmin", Set.of("iam.serviceAccounts.*")),
          Map.entry("roles/iam.roleViewer", Set.of("iam.roles.get", "iam.roles.list")),
          Map.entry("roles/iam.roleAdmin", Set.of("iam.roles.*")));

  private final Map<String, Set<String>> custom = new HashMap<>();

  /** A role of the project's own: cloud.google.com/iam/docs/creating-custom-roles. */
  void add(String name, Set<String> permissions) {
    custom.put(name, permissions);
  }

  boolean exists(String role) {
    return find(role).isPresent();
  }

  /** Returns the permissions of a role; none if there is no such role. */
  Set<String> permissions(String role) {
    return find(role).orElse(Set.of());
  }

  boolean permits(String role, String permission) {
    String any = permission.substring(0, permission.lastIndexOf('.')) + ".*";
    return find(role).filter(has -> has.contains(permission) || has.contains(any)).isPresent();
  }

  private Optional<Set<String>> find(String role) {
    return Optional.ofNullable(custom.get(role))
        .or(() -> Optional.ofNullable(PREDEFINED.get(role)));
  }
}
