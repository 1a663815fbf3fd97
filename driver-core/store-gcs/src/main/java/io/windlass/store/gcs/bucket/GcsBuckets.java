package io.windlass.store.gcs.bucket;

import com.google.api.services.storage.Storage;
import com.google.api.services.storage.StorageRequest;
import com.google.api.services.storage.model.Bucket;
import com.google.api.services.storage.model.Buckets;
import com.google.api.services.storage.model.ManagedFolder;
import com.google.api.services.storage.model.ManagedFolders;
import com.google.api.services.storage.model.Policy;
import io.windlass.backend.BucketAdmin;
import io.windlass.backend.BucketSettings;
import io.windlass.error.DriverException;
import io.windlass.error.StoreErrors;
import io.windlass.operation.Deadline;
import io.windlass.store.Page;
import io.windlass.store.gcs.client.GcsService;
import io.windlass.store.gcs.object.GcsBucketClient;
import io.windlass.store.gcs.object.GcsCapabilities;
import io.windlass.store.gcs.object.GcsFolderApi;
import io.windlass.store.gcs.object.GcsJsonApi;
import io.windlass.store.gcs.object.GcsStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/** Buckets of one project. */
public final class GcsBuckets implements BucketAdmin {
  private static final Set<String> EVERYBODY = Set.of("allUsers", "allAuthenticatedUsers");

  /** The pauses between attempts at a change get no longer after this attempt. */
  private static final int LONGEST_PAUSE_AFTER = 4;

  private final GcsService service;
  private final StoreErrors errors;

  public GcsBuckets(GcsService service, StoreErrors errors) {
    this.service = service;
    this.errors = errors;
  }

  private <T> T call(
      String operation, String bucket, GcsService.Making<? extends StorageRequest<T>> making) {
    return errors.call(operation, bucket, () -> service.call(making)).resource();
  }

  private Bucket look(String operation, String bucket) {
    return call(operation, bucket, storage -> storage.buckets().get(bucket));
  }

  /**
   * Returns whether there is a bucket; a bucket of another project does not count.
   *
   * @throws DriverException.PermissionDenied if the driver may not look at buckets of its project:
   *     that says nothing about whether they are there
   */
  @Override
  public boolean exists(String bucket) {
    try {
      Bucket _ = look("look for", bucket);
      return true;
    } catch (DriverException.NotFound e) {
      return false;
    } catch (DriverException.PermissionDenied e) {
      if (isOurs("look for", bucket)) {
        throw e;
      }
      return false;
    }
  }

  /**
   * Creates a bucket. All projects share one space of names, so if a name is taken, this looks who
   * owns the bucket.
   */
  @Override
  public void create(String bucket, BucketSettings settings) {
    requireName(bucket);
    requireOffered(settings);
    Bucket made = GcsBucketSettings.fresh(bucket, settings, service.connection());
    String project = service.connection().project();
    try {
      Bucket _ = call("create", bucket, storage -> storage.buckets().insert(project, made));
    } catch (DriverException.AlreadyExists e) {
      if (!isOurs("create", bucket)) {
        throw new DriverException.AlreadyExists(
            errors.says("create", bucket, "the name is taken, in another project: choose another"),
            e);
      }
      requirePlace(bucket, settings);
      update(bucket, settings);
    }
    service.forget(bucket);
  }

  /** Returns whether the project has a bucket. Pages may be empty although more follow. */
  private boolean isOurs(String operation, String bucket) {
    Optional<String> token = Optional.empty();
    do {
      Buckets page = page(operation, bucket, token);
      if (names(page).contains(bucket)) {
        return true;
      }
      token = Optional.ofNullable(page.getNextPageToken());
    } while (token.isPresent());
    return false;
  }

  private Buckets page(String operation, String prefix, Optional<String> token) {
    String project = service.connection().project();
    return call(
        operation,
        prefix.isEmpty() ? "buckets" : prefix,
        storage -> {
          Storage.Buckets.List list =
              storage.buckets().list(project).setFields("items(name),nextPageToken");
          token.ifPresent(list::setPageToken);
          return prefix.isEmpty() ? list : list.setPrefix(prefix);
        });
  }

  private void requirePlace(String bucket, BucketSettings settings) {
    Bucket seen = look("create", bucket);
    if (GcsBucketSettings.isHierarchical(seen) != settings.hierarchicalNamespace()) {
      throw new DriverException.AlreadyExists(
          errors.says("create", bucket, "it is there already, with the other kind of namespace"),
          null);
    }
    String there = String.valueOf(seen.getLocation());
    if (settings.region().filter(wanted -> !wanted.equalsIgnoreCase(there)).isPresent()) {
      throw new DriverException.AlreadyExists(
          errors.says("create", bucket, "it is there already, in " + there), null);
    }
  }

  /**
   * Checks a name ("buckets#naming"). Names with dots need a verified domain, so the driver refuses
   * them.
   */
  public static void requireName(String bucket) {
    if (!bucket.matches("[a-z0-9][a-z0-9-]{1,61}[a-z0-9]")) {
      throw new DriverException.InvalidArgument(
          "this is no name for a bucket: names have 3 to 63 lower case letters, digits and hyphens,"
              + " and no hyphen at an end");
    }
  }

  /**
   * Checks the name of a bucket that may be there already, which somebody else may have made: with
   * dots or underscores.
   */
  public static void requireExistingName(String bucket) {
    if (!bucket.matches("[a-z0-9][a-z0-9._-]{1,220}[a-z0-9]")) {
      throw new DriverException.InvalidArgument(
          "'%s' is no name of a bucket: names have 3 to 222 lower case letters, digits, hyphens, dots and underscores"
              .formatted(bucket));
    }
  }

  private static void requireOffered(BucketSettings settings) {
    TreeSet<String> not = new TreeSet<>(settings.notOfferedBy(GcsCapabilities.ALL));
    if (!not.isEmpty()) {
      throw new DriverException.Unsupported(
          "not offered for a bucket of Google Cloud Storage: " + String.join(", ", not), null);
    }
    if (settings.hierarchicalNamespace() && settings.versioning()) {
      throw new DriverException.InvalidArgument(
          "a bucket with a hierarchical namespace keeps no versions: leave out hierarchicalNamespace"
              + " or versioning");
    }
  }

  @Override
  public void update(String bucket, BucketSettings settings) {
    requireOffered(settings);
    change(bucket, seen -> GcsBucketSettings.updated(seen, settings));
  }

  @Override
  public boolean keepsVersions(String bucket) {
    return GcsJsonApi.isVersioned(look("look at", bucket));
  }

  @Override
  public void keepVersions(String bucket, boolean wanted) {
    change(
        bucket,
        seen -> {
          if (wanted && GcsBucketSettings.isHierarchical(seen)) {
            throw new DriverException.FailedPrecondition(
                errors.says(
                    "change", bucket, "a bucket with a hierarchical namespace keeps no versions"));
          }
          return GcsBucketSettings.versioned(wanted);
        });
  }

  @Override
  public void amend(String bucket, BucketSettings settings) {
    requireOffered(settings);
    change(bucket, seen -> GcsBucketSettings.amended(seen, settings));
  }

  /**
   * Changes settings, on the condition that nobody changed them meanwhile, because rules are
   * written as a whole.
   */
  private void change(String bucket, Function<Bucket, Bucket> changes) {
    Deadline until = Deadline.within(service.connection().http().callTimeout());
    for (int attempt = 1; !until.limit(() -> isChanged(bucket, changes)); attempt++) {
      if (!service.attempts().pause(Math.min(attempt, LONGEST_PAUSE_AFTER), until)) {
        throw new DriverException.Aborted(
            errors.says("change", bucket, "others change it all the time: call again"));
      }
    }
    service.forget(bucket);
  }

  /** Makes one attempt; returns false if somebody else changed the bucket meanwhile. */
  private boolean isChanged(String bucket, Function<Bucket, Bucket> changes) {
    Bucket seen = look("change", bucket);
    Bucket patch = changes.apply(seen);
    if (patch.entrySet().stream().allMatch(e -> e.getValue().equals(seen.get(e.getKey())))) {
      return true; // A bucket accepts about one change in a second, so nothing is sent if nothing
      // changes.
    }
    try {
      Bucket _ =
          call(
              "change",
              bucket,
              storage ->
                  storage
                      .buckets()
                      .patch(bucket, patch)
                      .setIfMetagenerationMatch(seen.getMetageneration()));
      return true;
    } catch (DriverException.PreconditionFailed e) {
      return false;
    }
  }

  /** Deletes a bucket without objects; remains of uploads are deleted with it. */
  @Override
  public void delete(String bucket) {
    requireExistingName(bucket);
    GcsBucketClient client = new GcsBucketClient(new GcsJsonApi(service, bucket, errors), errors);
    GcsStore store = new GcsStore(client);
    try {
      if (!store.versions().orElseThrow().list("", Optional.empty()).items().isEmpty()) {
        throw new DriverException.NotEmpty(errors.says("delete", bucket, "it is not empty"), null);
      }
      store.endUploads();
      deleteManagedFolders(bucket);
      client.api().folders().ifPresent(GcsFolderApi::deleteAll);
      errors.run("delete", bucket, () -> service.run(storage -> storage.buckets().delete(bucket)));
    } catch (DriverException.NoSuchBucket e) {
      // gone
    } finally {
      service.forget(bucket);
    }
  }

  /**
   * Deletes managed folders, which would prevent the deletion of a bucket. Without objects, they
   * are only policies.
   */
  private void deleteManagedFolders(String bucket) {
    Optional<String> token = Optional.empty();
    do {
      Optional<String> from = token;
      ManagedFolders page =
          call(
              "delete",
              bucket,
              storage -> {
                Storage.ManagedFolders.List list = storage.managedFolders().list(bucket);
                from.ifPresent(list::setPageToken);
                return list;
              });
      for (ManagedFolder each : Optional.ofNullable(page.getItems()).orElse(List.of())) {
        try {
          errors.run(
              "delete",
              bucket + "/" + each.getName(),
              () ->
                  service.run(storage -> storage.managedFolders().delete(bucket, each.getName())));
        } catch (DriverException.NotFound e) {
          // gone
        }
      }
      token = Optional.ofNullable(page.getNextPageToken());
    } while (token.isPresent());
  }

  @Override
  public List<String> dangers(String bucket) {
    List<String> found = new ArrayList<>();
    boolean deletes =
        Optional.ofNullable(look("look at", bucket).getLifecycle())
            .flatMap(rules -> Optional.ofNullable(rules.getRule()))
            .orElse(List.of())
            .stream()
            .filter(
                rule -> !GcsBucketSettings.removesRemains(rule)) // every bucket made here has it
            .anyMatch(rule ->
                "Delete".equals(rule.getAction().getType())
                    && !Boolean.FALSE.equals(rule.getCondition().getIsLive()));
    if (deletes) {
      found.add("a rule of its lifecycle deletes objects");
    }
    Policy policy = call("look at", bucket, storage -> storage.buckets().getIamPolicy(bucket));
    boolean open =
        Optional.ofNullable(policy.getBindings()).orElse(List.of()).stream()
            .flatMap(binding -> binding.getMembers().stream())
            .anyMatch(EVERYBODY::contains);
    if (open) {
      found.add("its policy names everybody");
    }
    return found;
  }

  @Override
  public Page<String> list(Optional<String> token) {
    Buckets page = page("list", "", token);
    return new Page<>(names(page), Optional.ofNullable(page.getNextPageToken()));
  }

  private static List<String> names(Buckets page) {
    return Optional.ofNullable(page.getItems()).orElse(List.of()).stream()
        .map(Bucket::getName)
        .toList();
  }
}
