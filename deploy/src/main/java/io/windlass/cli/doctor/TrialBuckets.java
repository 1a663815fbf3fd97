package io.windlass.cli.doctor;

import io.windlass.access.AccessMode;
import io.windlass.access.AccessModes;
import io.windlass.access.BucketGrant;
import io.windlass.access.IssuedKey;
import io.windlass.access.KeyGeneration;
import io.windlass.access.Principal;
import io.windlass.backend.Backend;
import io.windlass.config.RegistryConfig;
import io.windlass.error.DriverException;
import io.windlass.object.Content;
import io.windlass.object.ObjectReader;
import io.windlass.operation.Deadline;
import io.windlass.provision.Emptier;
import io.windlass.provision.LeasedOperation;
import io.windlass.provision.OpenBackend;
import io.windlass.registry.Admission;
import io.windlass.registry.Owner;
import io.windlass.registry.Registry;
import io.windlass.registry.RegistryBucket;
import io.windlass.store.Feature;
import io.windlass.store.GetOptions;
import io.windlass.store.Page;
import io.windlass.store.PutOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Removes buckets of trials with what is in them, and the access to them; also those that a run has
 * left which was killed.
 *
 * @param names names of these buckets
 */
record TrialBuckets(Backend backend, RegistryConfig registry, TrialName names) {
  /** Object that says which key the bucket's account has, so that a later run can end it. */
  static final String KEY = "key-of-the-account";

  /**
   * Object that proves that a trial made the bucket. Objects are deleted in the order of their
   * keys: while there are others, it is there.
   */
  static final String MARK = "zz-made-by-windlass-doctor";

  private static final int LONGEST_NOTE = 1 << 12;

  /** No run takes as long. */
  static final Duration LEFT = Duration.ofHours(1);

  private static final Duration LONGEST_LISTING = Duration.ofSeconds(10);

  /** After which nothing more of earlier runs is removed: it has time until the next run. */
  private static final Duration LONGEST_SWEEP = Duration.ofMinutes(1);

  /** Returns the account of a bucket of a trial, which may do there what most workloads do. */
  Principal account(String bucket) {
    AccessModes modes = AccessModes.ofData(AccessMode.READ_WRITE, backend.capabilities());
    return new Principal(
        bucket, List.of(new BucketGrant(bucket, "", modes, Set.of())), Optional.empty());
  }

  /** Says in a new bucket that it is a trial's. */
  void mark(String bucket) {
    put(bucket, MARK, proof(bucket));
  }

  private static String proof(String bucket) {
    return "Bucket %s was made by 'windlass doctor --try', which removes it.\n".formatted(bucket);
  }

  /** Returns the key that its account is going to have, which a later run can find. */
  KeyGeneration note(String bucket) {
    KeyGeneration key = backend.access().generation(1);
    put(bucket, KEY, key.derivation());
    return key;
  }

  private void put(String bucket, String key, String text) {
    backend
        .objects(bucket)
        .put(key, Content.of(text.getBytes(StandardCharsets.UTF_8)), PutOptions.DEFAULT);
  }

  private Optional<String> text(String bucket, String key) {
    try (ObjectReader reader = backend.objects(bucket).get(key, GetOptions.ALL)) {
      return Optional.of(new String(reader.readAll(LONGEST_NOTE), StandardCharsets.UTF_8));
    } catch (DriverException.NotFound e) {
      return Optional.empty();
    } catch (IOException e) {
      throw new DriverException.Unexpected(
          "object %s of bucket %s cannot be read: %s".formatted(key, bucket, e.getMessage()), e);
    }
  }

  /** Removes a bucket with all that is in it; no error if it is gone. */
  void delete(String bucket) {
    OpenBackend open =
        new OpenBackend(
            backend,
            new Registry(
                new RegistryBucket(backend, registry.bucket(), false),
                Admission.untried(),
                Owner.current("command")),
            registry.bucket());
    try {
      if (!new Emptier(LeasedOperation.on(open), bucket, "").run()) {
        throw new DriverException.Unavailable(
            "bucket %s could not be emptied in time".formatted(bucket), null);
      }
    } catch (DriverException.NotFound e) {
      // It is gone, or the server does not know it yet.
    }
    backend.buckets().delete(bucket);
  }

  /** Removes what runs have left that were killed. What cannot be removed is told, and stays. */
  Finding sweep() {
    List<String> removed = new ArrayList<>();
    List<String> young = new ArrayList<>();
    List<String> kept = new ArrayList<>();
    Instant limit = Instant.now().minus(LEFT);
    Deadline end = Deadline.after(LONGEST_SWEEP);
    for (String bucket : left()) {
      if (names.made(bucket).orElse(Instant.MAX).isAfter(limit)) {
        young.add(bucket);
      } else if (end.isOver()) {
        kept.add("bucket %s stays for the next run".formatted(bucket));
      } else {
        try {
          remove(bucket);
          removed.add(bucket);
        } catch (RuntimeException e) { // whatever it is, it says nothing of the others
          kept.add("bucket %s stays: %s".formatted(bucket, e.getMessage()));
        }
      }
    }
    return finding(removed, young, kept);
  }

  private static Finding finding(List<String> removed, List<String> young, List<String> kept) {
    List<String> told = new ArrayList<>();
    List<String> next = new ArrayList<>();
    told.add(
        removed.isEmpty()
            ? "nothing of one that was killed was removed"
            : "removed what one that was killed has left: " + String.join(", ", removed));
    if (!young.isEmpty()) {
      told.add(
          "of one that began less than an hour ago there is %s"
              .formatted(String.join(", ", young)));
      next.add("if that was killed, run this again in an hour: it takes that away");
    }
    if (!kept.isEmpty()) {
      told.addAll(kept);
      next.add("remove by hand what stays and was made by a trial");
    }
    return next.isEmpty()
        ? Finding.fine(
            removed.isEmpty() ? "nothing is left of one that was killed" : told.getFirst())
        : Finding.remark(String.join("; ", told), String.join("; ", next));
  }

  private void remove(String bucket) {
    if (!text(bucket, MARK).equals(Optional.of(proof(bucket)))) {
      throw new DriverException.FailedPrecondition(
          "it has the name of a trial's, and not the object %s that a trial puts there first"
              .formatted(MARK));
    }
    Optional<KeyGeneration> key =
        text(bucket, KEY).map(derivation -> new KeyGeneration(1, derivation));
    if (key.isPresent() && !backend.capabilities().has(Feature.ACCESS_KEYS)) {
      throw new DriverException.FailedPrecondition(
          "by its object %s a driver that may end the access of account %s has to do that, and this"
                  .formatted(KEY, bucket)
              + " one grants and ends none: run --try with the settings by which it was granted");
    }
    key.ifPresent(
        noted -> backend.access().revoke(account(bucket), List.of(IssuedKey.unknown(noted))));
    delete(bucket);
  }

  private List<String> left() {
    Deadline end = Deadline.after(LONGEST_LISTING);
    List<String> left = new ArrayList<>();
    Optional<String> token = Optional.empty();
    do {
      Page<String> page = backend.buckets().list(token);
      page.items().stream().filter(name -> names.made(name).isPresent()).forEach(left::add);
      token = page.next();
    } while (token.isPresent() && !end.isOver());
    return left;
  }
}
