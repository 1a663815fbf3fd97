package io.windlass.cli.doctor;

import io.windlass.access.AccessAdmin;
import io.windlass.access.Credential;
import io.windlass.access.Issued;
import io.windlass.access.IssuedKey;
import io.windlass.access.KeyGeneration;
import io.windlass.access.Principal;
import io.windlass.backend.Backend;
import io.windlass.backend.BucketSettings;
import io.windlass.cli.stores.Stores;
import io.windlass.config.RegistryConfig;
import io.windlass.connect.BucketConnector;
import io.windlass.connect.CredentialSource;
import io.windlass.error.DriverException;
import io.windlass.http.Proxies;
import io.windlass.object.Condition;
import io.windlass.object.Content;
import io.windlass.object.ObjectReader;
import io.windlass.registry.RegistryBucket;
import io.windlass.secret.Secret;
import io.windlass.store.Feature;
import io.windlass.store.GetOptions;
import io.windlass.store.ListOptions;
import io.windlass.store.ObjectStore;
import io.windlass.store.PutOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Does on a backend what the driver will do, in buckets of its own, and takes it all away: makes a
 * bucket, uses it, grants access, and uses the bucket with that key as a workload does.
 */
final class BackendTrial {
  private static final String OBJECT = "object-of-the-doctor";

  /** Longest time for what is no change of access. */
  private static final Duration SHORT = Duration.ofMinutes(2);

  private final Backend backend;
  private final Map<String, String> environment;
  private final Advice advice;
  private final TrialBuckets buckets;
  private final LateChanges changes;
  private final Removals removals = new Removals();

  /**
   * Creates a trial; nothing is sent.
   *
   * @param environment settings of the driver
   */
  BackendTrial(Backend backend, RegistryConfig registry, Map<String, String> environment) {
    this.backend = backend;
    this.environment = environment;
    this.advice = new Advice(backend.name());
    this.buckets = new TrialBuckets(backend, registry);
    this.changes = LateChanges.of(backend.timing());
  }

  /**
   * Makes a bucket as the driver makes that of its records, and returns its name. Not that bucket
   * itself: a driver that runs and has just lost it would take the new one for the old, and what it
   * had recorded for never made.
   */
  String registry() {
    String bucket = TrialName.at(Instant.now());
    removals.add("bucket " + bucket, () -> delete(bucket));
    return removals.step(() -> {
      new RegistryBucket(backend, bucket, true).ensure();
      return bucket;
    });
  }

  private void delete(String bucket) {
    changes.run(() -> {
      try {
        buckets.delete(bucket);
      } catch (DriverException.NotEmpty e) {
        // What was under way when the trial was interrupted may come behind the rest.
        throw new DriverException.Unavailable(String.valueOf(e.getMessage()), e);
      }
    });
  }

  /** Removes what earlier runs have left. */
  void sweep(Examination examination) throws InterruptedException {
    examination.look(
        backend.name() + ": earlier runs",
        SHORT,
        () -> advice.when(() -> removals.step(buckets::sweep)));
  }

  /** Tries it all. */
  void examine(Examination examination) throws InterruptedException {
    String name = backend.name();
    String bucket = TrialName.at(Instant.now());
    if (!examination.look(name + ": bucket", SHORT, () -> advice.when(() -> bucket(bucket)))) {
      examination.skip(name, "objects, and access, until a bucket can be made");
      return;
    }
    examination.look(name + ": objects", SHORT, () -> advice.when(() -> objects(bucket)));
    examination.look(
        name + ": access",
        changes.most().multipliedBy(3).plus(SHORT),
        () -> advice.when(() -> access(bucket)));
    examination.skip(name + ": mount", "nothing is mounted by this; windlass mount does");
  }

  /** Removes everything. */
  void remove(Examination examination) {
    examination.finish(
        backend.name() + ": removal", changes.most().multipliedBy(2).plus(SHORT), this::removed);
  }

  private Finding removed() {
    List<String> left = removals.removeAll();
    return left.isEmpty()
        ? Finding.fine("what was made for this is gone again")
        : Finding.wrong(
            String.join("; ", left),
            "remove it by hand; a bucket that stays is taken away by --try, too, in an hour");
  }

  private Finding bucket(String bucket) {
    removals.add("bucket " + bucket, () -> delete(bucket));
    return removals.step(() -> {
      backend.buckets().create(bucket, BucketSettings.DEFAULT);
      return Finding.fine("%s was made".formatted(bucket));
    });
  }

  private Finding objects(String bucket) {
    String _ = changes.repeat(() -> use(backend.objects(bucket)));
    return Finding.fine("one was written, read, listed and deleted");
  }

  private Finding access(String bucket) {
    if (!backend.capabilities().has(Feature.ACCESS_KEYS)) {
      return Finding.remark(
          "cannot be granted here: the driver makes buckets only",
          "set %s to the kind of the server".formatted(advice.variable("FLAVOR")));
    }
    AccessAdmin access = backend.access();
    Principal account = buckets.account(bucket);
    try {
      access.check(account);
    } catch (DriverException.FailedPrecondition e) {
      return Finding.remark(
          "no keys can be granted here: " + e.getMessage(),
          "go on if no class and no volume needs keys");
    }
    Credential credential;
    try {
      credential = granted(access, account, removals.step(() -> buckets.note(bucket)));
    } catch (DriverException e) {
      if (!e.kind().advice("").isEmpty()) {
        throw e;
      }
      return Finding.wrong(
          String.valueOf(e.getMessage()),
          "see whether the backend is configured as the kind of server that it is, and whether the"
              + " driver's key may make users there");
    }
    if (!backend.timing().grantEffectiveAfter().isZero()
        && !changes.until(() -> access.isEffective(account, credential))) {
      return Finding.wrong(
          "a key was granted, and the server still refuses it after %d s"
              .formatted(changes.most().toSeconds()),
          "see whether something forbids what the driver's keys permit");
    }
    return used(bucket, credential);
  }

  private Credential granted(AccessAdmin access, Principal account, KeyGeneration key) {
    AtomicReference<Optional<Issued>> issued = new AtomicReference<>(Optional.empty());
    removals.add(
        "access of account " + account.account(),
        () -> changes.run(() -> revoke(access, account, key, issued.get())));
    Issued made = changes.repeat(() -> removals.step(() -> access.grant(account, key, List.of())));
    issued.set(Optional.of(made));
    return made.credential();
  }

  private static void revoke(
      AccessAdmin access, Principal account, KeyGeneration key, Optional<Issued> issued) {
    access.revoke(
        account,
        List.of(new IssuedKey(key, issued.map(Issued::handle))),
        issued.map(Issued::credential).stream().toList());
  }

  /** Uses the bucket as a node does that mounts it: with what it is told, and nothing else. */
  private Finding used(String bucket, Credential credential) {
    Optional<BucketConnector> connector = Stores.connectors().of(backend.protocol());
    if (connector.isEmpty()) {
      return Finding.fine("a key was granted; nothing here can use it");
    }
    Secret text = connector.get().credential(credential);
    try (Backend workload =
        connector
            .get()
            .open(
                backend.name(),
                connector.get().address(backend.locate(bucket)),
                new CredentialSource.Text(() -> text),
                setting("CA_CERTIFICATE").map(Path::of),
                setting("PROXY")
                    .map(Proxies::ofSetting)
                    .orElseGet(() -> Proxies.ofEnvironment(environment)))) {
      String _ = changes.repeat(() -> accepted(workload.objects(bucket)));
      return Finding.fine("a key was granted, and the bucket was used with it");
    } catch (DriverException e) {
      String problem = "a key was granted, and could not be used: " + e.getMessage();
      boolean elsewhere =
          e instanceof DriverException.Unavailable && setting("PUBLIC_ENDPOINT").isPresent();
      return elsewhere
          ? Finding.remark(
              problem,
              "go on if workloads reach %s from where they are"
                  .formatted(advice.variable("PUBLIC_ENDPOINT")))
          : Finding.wrong(problem, "workloads are told the same: see what refuses it");
    }
  }

  /** Uses objects with a key that parts of the server may not know yet. */
  private String accepted(ObjectStore objects) {
    try {
      return use(objects);
    } catch (DriverException.PermissionDenied | DriverException.Unauthenticated e) {
      if (backend.timing().grantEffectiveAfter().isZero()) {
        throw e;
      }
      throw new DriverException.Unavailable(String.valueOf(e.getMessage()), e);
    }
  }

  private Optional<String> setting(String name) {
    return Optional.ofNullable(environment.get(advice.variable(name)))
        .map(String::strip)
        .filter(value -> !value.isEmpty());
  }

  /** Writes, reads, lists and deletes an object, and returns its key. */
  private String use(ObjectStore objects) {
    return removals.step(() -> {
      byte[] text = objects.bucket().getBytes(StandardCharsets.UTF_8);
      objects.put(OBJECT, Content.of(text), PutOptions.DEFAULT);
      if (!Arrays.equals(read(objects, text.length), text)) {
        throw wrong(objects, "was read with other bytes than were written");
      }
      boolean listed =
          objects.list(ListOptions.prefix(OBJECT), Optional.empty()).items().stream()
              .anyMatch(entry -> entry.key().equals(OBJECT));
      if (!listed) {
        throw wrong(objects, "was written, and is not listed");
      }
      objects.delete(OBJECT, Condition.always());
      return OBJECT;
    });
  }

  private static byte[] read(ObjectStore objects, int length) {
    try (ObjectReader reader = objects.get(OBJECT, GetOptions.ALL)) {
      return reader.readAll(length);
    } catch (IOException e) {
      throw new DriverException.Unexpected(
          "object %s of bucket %s cannot be read".formatted(OBJECT, objects.bucket()), e);
    }
  }

  private static DriverException wrong(ObjectStore objects, String what) {
    return new DriverException.Unexpected(
        "object %s of bucket %s %s".formatted(OBJECT, objects.bucket(), what), null);
  }
}
