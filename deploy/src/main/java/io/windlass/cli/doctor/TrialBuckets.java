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
 */
record TrialBuckets(Backend backend, RegistryConfig registry) {
  /** Object that says which key the bucket's account has, so that a later run can end it. */
  private static final String KEY = "key-of-the-account";

  private static final int LONGEST_KEY = 1 << 12;

  /** No run takes as long. */
  private static final Duration LEFT = Duration.ofHours(1);

  private static final Duration LONGEST_LISTING = Duration.ofSeconds(10);

  /** Returns the account of a bucket of a trial, which may do there what most workloads do. */
  Principal account(String bucket) {
    AccessModes modes = AccessModes.ofData(AccessMode.READ_WRITE, backend.capabilities());
    return new Principal(
        bucket, List.of(new BucketGrant(bucket, "", modes, Set.of())), Optional.empty());
  }

  /** Returns the key that its account is going to have, which a later run can find. */
  KeyGeneration note(String bucket) {
    KeyGeneration key = backend.access().generation(1);
    backend
        .objects(bucket)
        .put(
            KEY, Content.of(key.derivation().getBytes(StandardCharsets.UTF_8)), PutOptions.DEFAULT);
    return key;
  }

  private Optional<KeyGeneration> noted(String bucket) {
    try (ObjectReader reader = backend.objects(bucket).get(KEY, GetOptions.ALL)) {
      String derivation = new String(reader.readAll(LONGEST_KEY), StandardCharsets.UTF_8);
      return Optional.of(new KeyGeneration(1, derivation));
    } catch (DriverException.NotFound e) {
      return Optional.empty(); // no access was granted
    } catch (IOException e) {
      throw new DriverException.Unexpected("%s of %s cannot be read".formatted(KEY, bucket), e);
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

  /** Removes what runs have left that were killed. */
  Finding sweep() {
    List<String> removed = new ArrayList<>();
    List<String> young = new ArrayList<>();
    Instant limit = Instant.now().minus(LEFT);
    for (String bucket : left()) {
      if (TrialName.made(bucket).orElse(Instant.MAX).isBefore(limit)) {
        remove(bucket);
        removed.add(bucket);
      } else {
        young.add(bucket);
      }
    }
    String done =
        removed.isEmpty()
            ? "nothing is left of one that was killed"
            : "removed what one that was killed has left: " + String.join(", ", removed);
    return young.isEmpty()
        ? Finding.fine(done)
        : Finding.remark(
            "%s; of one that began less than an hour ago there is %s"
                .formatted(done, String.join(", ", young)),
            "if that was killed, run this again in an hour: it takes that away");
  }

  private void remove(String bucket) {
    if (backend.capabilities().has(Feature.ACCESS_KEYS)) {
      noted(bucket)
          .ifPresent(
              key -> backend.access().revoke(account(bucket), List.of(IssuedKey.unknown(key))));
    }
    delete(bucket);
  }

  private List<String> left() {
    Deadline end = Deadline.after(LONGEST_LISTING);
    List<String> left = new ArrayList<>();
    Optional<String> token = Optional.empty();
    do {
      Page<String> page = backend.buckets().list(token);
      page.items().stream().filter(name -> TrialName.made(name).isPresent()).forEach(left::add);
      token = page.next();
    } while (token.isPresent() && !end.isOver());
    return left;
  }
}
