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
import io.windlass.cli.terminal.FailureText;
import io.windlass.config.RegistryConfig;
import io.windlass.connect.BucketConnector;
import io.windlass.connect.BucketConnectors;
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
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.Collectors;

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
  private final Examination examination;
  private final BucketConnectors connectors = Stores.connectors();
  private final TrialName names;
  private final TrialBuckets buckets;
  private final LateChanges changes;
  private final Removals removals = new Removals();

  /** Buckets whose accounts may be there yet. They stay until these are gone. */
  private final Set<String> granted = ConcurrentHashMap.newKeySet();

  /** What the bucket was used with, once it was. */
  private final AtomicReference<Optional<Credential>> key = new AtomicReference<>(Optional.empty());

  /**
   * Creates a trial; nothing is sent.
   *
   * @param environment settings of the driver
   * @param examination is told what is made, before it is made
   */
  BackendTrial(
      Backend backend,
      RegistryConfig registry,
      Map<String, String> environment,
      Examination examination) {
    this.backend = backend;
    this.environment = environment;
    this.advice = new Advice(backend.name());
    this.examination = examination;
    this.names = TrialName.of(registry);
    this.buckets = new TrialBuckets(backend, registry, names);
    this.changes = LateChanges.of(backend.timing());
  }

  /**
   * Makes a bucket as the driver makes that of its records, and returns its name. Not that bucket
   * itself: a driver that runs and has just lost it would take the new one for the old, and what it
   * had recorded for never made.
   */
  String registry() {
    String bucket = names.at(Instant.now());
    make("registry", bucket, () -> new RegistryBucket(backend, bucket, true).ensure());
    return bucket;
  }

  /** Makes a bucket, and says in it that it is a trial's. */
  private void make(String subject, String bucket, Runnable way) {
    String what = "bucket " + bucket;
    examination.begin("%s: %s".formatted(backend.name(), subject), "makes " + what);
    removals.add(what, () -> delete(bucket));
    try {
      removals.step(() -> {
        way.run();
        return bucket;
      });
    } catch (DriverException.PermissionDenied | DriverException.Unsupported e) {
      if (!isThere(bucket)) {
        removals.forget(what);
      }
      throw e;
    }
    changes.run(() ->
        removals.step(() -> {
          buckets.mark(bucket);
          return bucket;
        }));
  }

  private boolean isThere(String bucket) {
    try {
      return backend.buckets().exists(bucket);
    } catch (DriverException e) {
      return false; // the driver may not even look
    }
  }

  /**
   * Makes a bucket, and returns what to say of it. That the driver may not make one is no fault: it
   * can serve buckets that others made.
   *
   * @param made makes it, and returns what was found
   */
  Finding unlessDenied(Supplier<Finding> made) {
    try {
      return made.get();
    } catch (DriverException.PermissionDenied | DriverException.Unsupported e) {
      return Finding.remark(
          "the driver may make no bucket of such a name: " + e.getMessage(),
          ("go on if it only serves buckets that others make, with a registry bucket that is there;"
                  + " otherwise give its key the right to make buckets whose names begin as that of"
                  + " the registry bucket, %s, does: without it, claims of buckets and of volumes"
                  + " with buckets of their own are refused")
              .formatted(names.front()));
    }
  }

  private void delete(String bucket) {
    if (granted.contains(bucket)) {
      throw new DriverException.FailedPrecondition(
          "it stays, with the object %s: by that a later --try ends the account"
              .formatted(TrialBuckets.KEY));
    }
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
  void sweep() throws InterruptedException {
    List<Path> mounts = leftMounts();
    if (!mounts.isEmpty()) {
      examination.look(backend.name() + ": mounts", SHORT, () -> ended(mounts));
    }
    examination.look(
        backend.name() + ": earlier runs",
        SHORT,
        () -> advice.when(() -> removals.step(this::swept)));
  }

  private Finding swept() {
    try {
      return buckets.sweep();
    } catch (DriverException.PermissionDenied e) {
      return Finding.remark(
          "what one that was killed has left is not seen: " + e.getMessage(),
          "go on; what a killed run had made is in what it said");
    }
  }

  private List<Path> leftMounts() {
    try {
      return TrialMount.left(names, Instant.now().minus(TrialBuckets.LEFT));
    } catch (IOException e) {
      return List.of(); // nothing is mounted there
    }
  }

  private static Finding ended(List<Path> mounts) throws InterruptedException {
    for (Path each : mounts) {
      try {
        TrialMount.remove(each);
      } catch (IOException e) {
        return Finding.remark(
            "a mount of one that was killed may still be there: " + FailureText.of(e),
            "unmount it with windlass unmount " + each.resolve("mount"));
      }
    }
    return Finding.fine(
        "ended what one that was killed has left: "
            + mounts.stream().map(Path::toString).collect(Collectors.joining(", ")));
  }

  /**
   * Tries it all.
   *
   * @return whether a bucket could be made for that
   */
  boolean examine() throws InterruptedException {
    String name = backend.name();
    String bucket = names.at(Instant.now());
    AtomicBoolean there = new AtomicBoolean();
    boolean tolerable =
        examination.look(
            name + ": bucket",
            SHORT,
            () ->
                advice.when(() ->
                    unlessDenied(() -> {
                      make(
                          "bucket",
                          bucket,
                          () -> backend.buckets().create(bucket, BucketSettings.DEFAULT));
                      there.set(true);
                      return Finding.fine("it was made");
                    })));
    if (!tolerable || !there.get()) {
      examination.skip(name, "objects, a key and a mount of a new bucket, until one can be made");
      return false;
    }
    examination.look(name + ": objects", SHORT, () -> advice.when(() -> objects(bucket)));
    examination.look(
        name + ": access",
        changes.most().multipliedBy(3).plus(SHORT),
        () -> advice.when(() -> access(bucket)));
    mount(bucket);
    return true;
  }

  /** Mounts the bucket where that is possible, as {@code windlass mount} does. */
  private void mount(String bucket) throws InterruptedException {
    String subject = backend.name() + ": mount";
    Optional<Credential> with = key.get();
    if (with.isEmpty()) {
      examination.skip(subject, "a mount needs a key with which the bucket can be used");
      return;
    }
    TrialMount mount = new TrialMount(backend, connectors, bucket);
    String what = "mount at " + mount.place();
    examination.begin(subject, "tries a " + what);
    examination.look(
        subject,
        SHORT,
        () -> {
          removals.add(what, () -> end(mount));
          Optional<String> problem = removals.call(mount::problem);
          return problem.isPresent()
              ? Finding.unseen("nothing is mounted here: " + problem.get())
              : mounted(mount, with.get());
        });
  }

  private Finding mounted(TrialMount mount, Credential with) throws Exception {
    try {
      boolean _ =
          removals.call(() -> {
            mount.begin(with, setting("CA_CERTIFICATE").map(Path::of));
            return true;
          });
      mount.use();
      return Finding.fine("a file was written there, and read as a file and as an object");
    } catch (IOException e) {
      return Finding.wrong(
          "the bucket cannot be used as a directory: " + FailureText.of(e),
          "see what windlass mount says of such a bucket");
    }
  }

  private static void end(TrialMount mount) {
    try {
      mount.end();
    } catch (IOException e) {
      throw new DriverException.Unexpected(FailureText.of(e), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DriverException.Unexpected("interrupted while the mount ended", e);
    }
  }

  /** Removes everything. Each removal has the time that the backend's changes of access take. */
  void remove() {
    examination.finish(
        backend.name() + ": removal",
        changes.most().plus(SHORT).multipliedBy(Math.max(1, removals.size())),
        this::removed);
  }

  private Finding removed() {
    List<String> left = removals.removeAll();
    return left.isEmpty()
        ? Finding.fine("what was made for this is gone again")
        : Finding.wrong(
            String.join("; ", left),
            "run --try again in an hour, which takes away what it can; remove the rest by hand");
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

  private Credential granted(AccessAdmin access, Principal account, KeyGeneration generation) {
    String bucket = account.account();
    examination.begin(
        backend.name() + ": access", "makes account %s, with a key".formatted(bucket));
    AtomicReference<Optional<Issued>> issued = new AtomicReference<>(Optional.empty());
    removals.add(
        "access of account " + bucket,
        () -> {
          changes.run(() -> revoke(access, account, generation, issued.get()));
          boolean _ = granted.remove(bucket);
        });
    boolean _ = granted.add(bucket);
    Issued made =
        changes.repeat(() -> removals.step(() -> access.grant(account, generation, List.of())));
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
    Optional<BucketConnector> connector = connectors.of(backend.protocol());
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
      key.set(Optional.of(credential));
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
