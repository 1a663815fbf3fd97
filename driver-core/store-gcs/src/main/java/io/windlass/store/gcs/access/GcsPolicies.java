package io.windlass.store.gcs.access;

import com.google.api.services.storage.StorageRequest;
import com.google.api.services.storage.model.ManagedFolder;
import com.google.api.services.storage.model.Policy;
import io.windlass.access.BucketGrant;
import io.windlass.error.DriverException;
import io.windlass.error.StoreErrors;
import io.windlass.operation.Deadline;
import io.windlass.store.gcs.client.GcsService;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/**
 * Policies of buckets and of managed folders: who has which role. A policy is written as a whole,
 * if it has not changed since it was read; otherwise this is repeated. Bindings of others stay.
 */
final class GcsPolicies {
  /** The only version with conditions. */
  private static final int VERSION = 3;

  /** "IAM quotas": all principals of one policy together. */
  private static final int MOST_MEMBERS = 1500;

  private static final int LONGEST_PAUSE_AFTER = 4;

  /** Members that remain of the driver's service accounts after somebody else deleted these. */
  private static final Pattern LEFT =
      Pattern.compile("deleted:serviceAccount:" + GcsAccess.ID + "@[^?]*\\?uid=[0-9]+");

  private final GcsService service;
  private final StoreErrors errors;
  private final GcsSeenLate late;

  GcsPolicies(GcsService service, StoreErrors errors) {
    this.service = service;
    this.errors = errors;
    this.late = new GcsSeenLate(service, errors);
  }

  /** Returns until when a grant waits for what it has made, on all of its buckets together. */
  Deadline patience() {
    return late.patience();
  }

  /**
   * Gives a holder exactly these roles on a bucket, or on the managed folder of a prefix.
   *
   * @param patience that of the grant
   */
  void grant(BucketGrant to, GcsHolder holder, List<String> roles, Deadline patience) {
    if (!to.prefix().isEmpty()) {
      makeFolder(to);
    }
    change(
        "grant access to",
        to,
        patience,
        now -> {
          List<Policy.Bindings> then = without(now, holder);
          roles.forEach(role -> then.add(holder.binding(role)));
          return then;
        });
  }

  /** Takes all roles from a holder. No error if bucket or folder are gone. */
  void revoke(BucketGrant from, GcsHolder holder) {
    try {
      change("revoke access to", from, patience(), now -> without(now, holder));
    } catch (DriverException.NotFound e) {
      // The policy went with its bucket or folder.
    }
  }

  /** Returns whether a holder has exactly these roles. */
  boolean has(BucketGrant on, GcsHolder holder, List<String> roles) {
    try {
      List<Policy.Bindings> now = bindings(read("look at the policy of", on));
      return roles.stream().allMatch(role -> now.stream().anyMatch(each -> holder.has(each, role)))
          && now.stream().filter(holder::isIn).allMatch(each -> roles.contains(each.getRole()));
    } catch (DriverException.NotFound e) {
      return false;
    }
  }

  private void makeFolder(BucketGrant to) {
    ManagedFolder folder = new ManagedFolder().setName(to.prefix());
    try {
      ManagedFolder _ =
          call(
              "make the managed folder",
              to,
              storage -> storage.managedFolders().insert(to.bucket(), folder));
    } catch (DriverException.AlreadyExists e) {
      // Somebody else may have made the folder: only the policy says who has access.
    }
  }

  /** Returns the bindings of others, without members whose accounts were deleted. */
  private static List<Policy.Bindings> without(List<Policy.Bindings> now, GcsHolder holder) {
    List<Policy.Bindings> then = new ArrayList<>();
    for (Policy.Bindings each : now) {
      Optional<Policy.Bindings> rest =
          holder.without(each).flatMap(kept -> members(kept, GcsPolicies::isWanted));
      rest.ifPresent(then::add);
    }
    return then;
  }

  private static boolean isWanted(String member) {
    return !LEFT.matcher(member).matches();
  }

  /** Returns a binding with some of its members; empty if none remain. */
  static Optional<Policy.Bindings> members(Policy.Bindings binding, Predicate<String> wanted) {
    List<String> kept = binding.getMembers().stream().filter(wanted).toList();
    return kept.isEmpty()
        ? Optional.empty()
        : Optional.of(
            kept.size() == binding.getMembers().size()
                ? binding
                : binding.clone().setMembers(kept));
  }

  private void change(
      String operation,
      BucketGrant on,
      Deadline patience,
      UnaryOperator<List<Policy.Bindings>> changes) {
    boolean _ =
        late.call(
            operation,
            target(on),
            patience,
            GcsSeenLate::isUnknownName,
            () -> {
              changeInTurn(operation, on, changes);
              return true;
            });
  }

  private void changeInTurn(
      String operation, BucketGrant on, UnaryOperator<List<Policy.Bindings>> changes) {
    Deadline until = Deadline.within(service.connection().http().callTimeout());
    for (int attempt = 1; !until.limit(() -> isChanged(operation, on, changes)); attempt++) {
      if (!service.attempts().pause(Math.min(attempt, LONGEST_PAUSE_AFTER), until)) {
        throw new DriverException.Aborted(
            errors.says(
                operation, target(on), "others change its policy all the time: call again"));
      }
    }
  }

  private boolean isChanged(
      String operation, BucketGrant on, UnaryOperator<List<Policy.Bindings>> changes) {
    Policy seen = read(operation, on);
    List<Policy.Bindings> before = bindings(seen);
    List<Policy.Bindings> then = changes.apply(before);
    if (isSame(before, then)) {
      return true;
    }
    requireRoom(operation, on, then);
    Policy policy = seen.clone().setBindings(then).setVersion(VERSION);
    try {
      Policy _ =
          call(
              operation,
              on,
              storage ->
                  on.prefix().isEmpty()
                      ? storage.buckets().setIamPolicy(on.bucket(), policy)
                      : storage.managedFolders().setIamPolicy(on.bucket(), on.prefix(), policy));
      return true;
    } catch (DriverException.PreconditionFailed | DriverException.AlreadyExists e) {
      return false; // 412 or 409: somebody else was faster
    }
  }

  private static boolean isSame(List<Policy.Bindings> one, List<Policy.Bindings> other) {
    return one.size() == other.size() && one.containsAll(other) && other.containsAll(one);
  }

  private void requireRoom(String operation, BucketGrant on, List<Policy.Bindings> then) {
    long members = then.stream().mapToLong(each -> each.getMembers().size()).sum();
    if (members > MOST_MEMBERS) {
      throw new DriverException.QuotaExceeded(
          errors.says(
              operation,
              target(on),
              ("its policy has %d principals, and Google allows %d: revoke an access that is no"
                      + " longer needed, or use another bucket")
                  .formatted(members - 1, MOST_MEMBERS)),
          null);
    }
  }

  private Policy read(String operation, BucketGrant on) {
    return call(
        operation,
        on,
        storage ->
            on.prefix().isEmpty()
                ? storage
                    .buckets()
                    .getIamPolicy(on.bucket())
                    .setOptionsRequestedPolicyVersion(VERSION)
                : storage
                    .managedFolders()
                    .getIamPolicy(on.bucket(), on.prefix())
                    .setOptionsRequestedPolicyVersion(VERSION));
  }

  private static List<Policy.Bindings> bindings(Policy policy) {
    return Objects.requireNonNullElse(policy.getBindings(), List.of());
  }

  private static String target(BucketGrant on) {
    return on.prefix().isEmpty() ? on.bucket() : on.bucket() + "/" + on.prefix();
  }

  private <T> T call(
      String operation, BucketGrant on, GcsService.Making<? extends StorageRequest<T>> making) {
    return errors.call(operation, target(on), () -> service.call(making)).resource();
  }
}
