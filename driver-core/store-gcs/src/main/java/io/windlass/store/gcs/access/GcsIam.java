package io.windlass.store.gcs.access;

import com.google.api.client.json.GenericJson;
import io.windlass.error.DriverException;
import io.windlass.error.StoreErrors;
import io.windlass.store.gcs.client.GcsKeys;
import io.windlass.store.gcs.client.GcsService;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Service accounts and roles of the project: "REST Resource: projects.serviceAccounts" and
 * "projects.roles" of the API of IAM.
 */
public final class GcsIam {
  private final GcsService service;
  private final StoreErrors errors;

  public GcsIam(GcsService service, StoreErrors errors) {
    this.service = service;
    this.errors = errors;
  }

  private String project() {
    return "/v1/projects/" + GcsKeys.encoded(service.connection().project());
  }

  private GenericJson call(String what, String target, String method, String path, Object body) {
    String base = service.connection().management().iam().toString().replaceAll("/*$", "");
    return errors.call(
        what, target, () -> service.send(method, URI.create(base + path), Optional.of(body)));
  }

  private Optional<GenericJson> find(String what, String target, String path) {
    String base = service.connection().management().iam().toString().replaceAll("/*$", "");
    try {
      return Optional.of(
          errors.call(
              what, target, () -> service.send("GET", URI.create(base + path), Optional.empty())));
    } catch (DriverException.NotFound e) {
      return Optional.empty();
    }
  }

  /** Returns the address that a service account with this id has. */
  String email(String id) {
    String project = service.connection().project();
    int colon = project.indexOf(':');
    // Projects of a domain: "example.com:project".
    return colon < 0
        ? "%s@%s.iam.gserviceaccount.com".formatted(id, project)
        : "%s@%s.%s.iam.gserviceaccount.com"
            .formatted(id, project.substring(colon + 1), project.substring(0, colon));
  }

  private Optional<GenericJson> account(String email) {
    return find("look for the service account", email, ofAccount(email));
  }

  /**
   * Returns whether somebody has disabled a service account. One that is not found is not disabled:
   * a new one may not be found for a while, and policies tell of one that was deleted.
   */
  boolean isDisabled(String email) {
    return account(email).filter(found -> Boolean.TRUE.equals(found.get("disabled"))).isPresent();
  }

  private String ofAccount(String email) {
    return project() + "/serviceAccounts/" + GcsKeys.encoded(email);
  }

  /**
   * Creates a service account if there is none.
   *
   * @throws DriverException.QuotaExceeded naming the quota
   */
  void makeServiceAccount(String id, String account) {
    String email = email(id);
    if (account(email).isPresent()) {
      return;
    }
    try {
      GenericJson _ =
          call(
              "make the service account",
              email,
              "POST",
              project() + "/serviceAccounts",
              Map.of(
                  "accountId",
                  id,
                  "serviceAccount",
                  Map.of(
                      "displayName", account, "description", "Made by Windlass for " + account)));
    } catch (DriverException.AlreadyExists e) {
      // another call was faster
    } catch (DriverException.QuotaExceeded e) {
      throw new DriverException.QuotaExceeded(
          errors.says(
              "make the service account",
              email,
              "the project has all the service accounts that its quota \"Service Account Count\""
                  + " allows (100 unless it was raised): revoke an access that is no longer needed,"
                  + " or ask Google to raise it"),
          e);
    }
  }

  /** Deletes a service account. No error if there is none. */
  public void deleteServiceAccount(String email) {
    try {
      GenericJson _ =
          call("delete the service account", email, "DELETE", ofAccount(email), Map.of());
    } catch (DriverException.NotFound e) {
      // gone
    }
  }

  /**
   * Makes sure that a custom role exists with its permissions; returns its name. Permissions that
   * the role has beyond that stay: another version of the driver, in another cluster, needs them.
   *
   * @throws DriverException.PreconditionFailed if somebody else changes the role at the same time
   * @throws DriverException.PermissionDenied saying how the driver or somebody else can make it
   */
  String roleNamed(GcsRole role) {
    if (role.permissions().isEmpty()) {
      return role.id();
    }
    String name = "projects/" + service.connection().project() + "/roles/" + role.id();
    String path = project() + "/roles/" + role.id();
    Optional<GenericJson> found =
        orToldHow(
            role,
            "create",
            "permissions",
            role.permissions(),
            () -> {
              Optional<GenericJson> there = find("look for the role", name, path);
              if (there.isEmpty()) {
                make(role, name);
              }
              return there;
            });
    found.ifPresent(there -> require(role, name, path, there));
    return name;
  }

  /** Says, where the driver may not look at a role, make or change it, how others do. */
  private <T> T orToldHow(
      GcsRole role, String command, String option, Set<String> permissions, Supplier<T> work) {
    try {
      return work.get();
    } catch (DriverException.PermissionDenied e) {
      throw new DriverException.PermissionDenied(
          ("%s: give the driver's identity roles/iam.roleAdmin; or %s the role (gcloud iam roles %2$s"
                  + " %s --project=%s --%s=%s) and give it roles/iam.roleViewer")
              .formatted(
                  e.getMessage(),
                  command,
                  role.id(),
                  service.connection().project(),
                  option,
                  permissions.stream().sorted().collect(Collectors.joining(","))),
          e);
    }
  }

  private void require(GcsRole role, String name, String path, GenericJson found) {
    if (Boolean.TRUE.equals(found.get("deleted"))) {
      throw new DriverException.FailedPrecondition(
          errors.says(
              "grant access by",
              name,
              "somebody deleted this role: undelete it (gcloud iam roles undelete %s --project=%s)"
                  .formatted(role.id(), service.connection().project())));
    }
    Set<String> permissions = permissions(found);
    Set<String> lacking = new TreeSet<>(role.permissions());
    lacking.removeAll(permissions);
    if (!lacking.isEmpty()) {
      permissions.addAll(lacking);
      GenericJson _ =
          orToldHow(
              role,
              "update",
              "add-permissions",
              lacking,
              () ->
                  call(
                      "change the role",
                      name,
                      "PATCH",
                      path + "?updateMask=includedPermissions",
                      new GenericJson()
                          .set("etag", found.get("etag"))
                          .set("includedPermissions", List.copyOf(permissions))));
    }
  }

  private void make(GcsRole role, String name) {
    try {
      GenericJson _ =
          call(
              "make the role",
              name,
              "POST",
              project() + "/roles",
              Map.of(
                  "roleId",
                  role.id(),
                  "role",
                  Map.of(
                      "title",
                      "Windlass: " + role.id(),
                      "description",
                      "Access to a bucket that Windlass grants",
                      "stage",
                      "GA",
                      "includedPermissions",
                      role.permissions().stream().sorted().toList())));
    } catch (DriverException.AlreadyExists e) {
      // another call was faster
    }
  }

  private static Set<String> permissions(GenericJson role) {
    Set<String> found = new TreeSet<>();
    if (role.get("includedPermissions") instanceof List<?> all) {
      all.forEach(each -> found.add(String.valueOf(each)));
    }
    return found;
  }
}
