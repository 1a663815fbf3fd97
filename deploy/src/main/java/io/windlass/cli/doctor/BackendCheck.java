package io.windlass.cli.doctor;

import io.windlass.access.AccessMode;
import io.windlass.access.AccessModes;
import io.windlass.access.BucketGrant;
import io.windlass.access.Credential;
import io.windlass.access.IssuedKey;
import io.windlass.access.KeyGeneration;
import io.windlass.access.NodeSessions;
import io.windlass.access.Principal;
import io.windlass.backend.Backend;
import io.windlass.cli.keys.KeyUse;
import io.windlass.config.CsiConfiguration;
import io.windlass.config.RegistryConfig;
import io.windlass.error.DriverException;
import io.windlass.registry.Admission;
import io.windlass.registry.Owner;
import io.windlass.registry.Registry;
import io.windlass.registry.RegistryBucket;
import io.windlass.secret.Keyring;
import io.windlass.store.Feature;
import io.windlass.trial.ServerProbe;
import io.windlass.trial.ServerTrial;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** Checks whether the driver can do its work on a backend. */
final class BackendCheck {
  private static final String ACCOUNT = "windlass-doctor";

  /** Records that are read for a look at the keys: as many as a slow server gives in seconds. */
  private static final int MOST_RECORDS = 1000;

  private final Backend backend;
  private final RegistryConfig registry;
  private final NodeAccess nodes;
  private final Optional<Supplier<Keyring>> keyring;
  private final Optional<BackendTrial> trial;
  private final Advice advice;
  private volatile boolean hasRegistry;

  /** The registry bucket, or that of the trial in its place; empty until there is one. */
  private volatile Optional<String> bucket = Optional.empty();

  /**
   * Creates the check.
   *
   * @param nodes what nodes are given for its buckets
   * @param keyring the driver's own keys; empty if the backend does not use them
   * @param trial what does there what the driver will do, if that is wanted
   */
  BackendCheck(
      Backend backend,
      RegistryConfig registry,
      NodeAccess nodes,
      Optional<Supplier<Keyring>> keyring,
      Optional<BackendTrial> trial) {
    this.backend = backend;
    this.registry = registry;
    this.nodes = nodes;
    this.keyring = keyring;
    this.trial = trial;
    this.advice = new Advice(backend.name());
  }

  /** Runs all checks, and skips those that depend on one that failed. */
  void examine(Examination examination) throws InterruptedException {
    checks(examination);
    for (String remark : backend.remarks()) {
      examination.look(backend.name() + ": requests", () -> Finding.fine(remark));
    }
  }

  private void checks(Examination examination) throws InterruptedException {
    String name = backend.name();
    if (!examination.look(name + ": server", () -> advice.when(this::server))) {
      examination.skip(name, "registry, writes, clock and access, until the server answers");
      return;
    }
    if (trial.isPresent()) {
      trial.get().sweep();
    }
    boolean usable = examination.look(name + ": registry", () -> advice.when(this::registry));
    if (usable && bucket.isPresent()) {
      records(bucket.get(), examination);
    } else {
      examination.skip(name, "writes, clock and access, until there is a registry bucket");
    }
    if (trial.isPresent() && !trial.get().examine() && usable && hasRegistry) {
      examination.look(name + ": access", () -> advice.when(this::access));
    }
  }

  /** Checks what needs a registry bucket. */
  private void records(String there, Examination examination) throws InterruptedException {
    String name = backend.name();
    for (String danger : dangers(there)) {
      examination.look(name + ": registry", () -> dangerous(danger));
    }
    trials(there, examination);
    if (keyring.isPresent() && hasRegistry) {
      Supplier<Keyring> keys = keyring.get();
      examination.look(name + ": keys", () -> advice.when(() -> keys(keys.get())));
    }
    if (trial.isEmpty()) {
      examination.look(name + ": access", () -> advice.when(this::access));
    }
    if (backend.sessions().isPresent()) {
      NodeSessions sessions = backend.sessions().get();
      examination.look(name + ": sessions", () -> sessions(there, sessions));
    }
  }

  /** Tries the server as the driver does when it starts, and more closely. */
  private void trials(String there, Examination examination) throws InterruptedException {
    ServerProbe probe = new ServerProbe(backend, there, "");
    List<ServerTrial> trials = new ArrayList<>();
    examination.look(
        subject(ServerTrial.Subject.WRITES),
        () ->
            advice.when(() -> {
              trials.addAll(probe.runClosely());
              return trials.stream()
                  .filter(trial -> trial.subject() == ServerTrial.Subject.WRITES)
                  .map(BackendCheck::finding)
                  .findFirst()
                  .orElseThrow();
            }));
    for (ServerTrial trial : trials) {
      if (trial.subject() != ServerTrial.Subject.WRITES) {
        examination.look(subject(trial.subject()), () -> finding(trial));
      }
    }
  }

  private String subject(ServerTrial.Subject subject) {
    return "%s: %s".formatted(backend.name(), subject.name().toLowerCase(Locale.ROOT));
  }

  private static Finding finding(ServerTrial trial) {
    return switch (trial.grade()) {
      case HOLDS -> Finding.fine(trial.text());
      case REMARK -> Finding.remark(trial.text(), trial.next());
      case BROKEN ->
          switch (trial.subject()) {
            case WRITES, DELETES, LISTINGS, CLOCK -> Finding.wrong(trial.text(), trial.next());
            // Mounts do without.
            case UPLOADS, COPIES, RANGES -> Finding.remark(trial.text(), trial.next());
          };
    };
  }

  private Finding server() {
    backend.ping();
    return Finding.fine("it answers, and the driver's key is right");
  }

  private Finding registry() {
    hasRegistry = backend.buckets().exists(registry.bucket());
    if (hasRegistry) {
      bucket = Optional.of(registry.bucket());
      return Finding.fine("bucket %s is there".formatted(registry.bucket()));
    }
    if (registry.create() && trial.isPresent()) {
      BackendTrial tried = trial.get();
      return tried.unlessDenied(() -> {
        String standIn = tried.registry();
        bucket = Optional.of(standIn);
        return Finding.fine(
            "bucket %s is not there yet: the driver makes it when it is needed; here %s stands in"
                .formatted(registry.bucket(), standIn));
      });
    }
    return registry.create()
        ? Finding.remark(
            "bucket %s is not there yet: the driver makes it when it is needed"
                .formatted(registry.bucket()),
            "to see more here, add --try; if this driver has made"
                + " any before, its records are lost: put the bucket back from a copy")
        : Finding.wrong(
            "bucket %s is missing, and the driver may not make it".formatted(registry.bucket()),
            "make it, or set %s to true".formatted(advice.variable("REGISTRY_CREATE")));
  }

  private List<String> dangers(String there) {
    try {
      return backend.buckets().dangers(there);
    } catch (DriverException e) {
      return List.of(); // what follows says why
    }
  }

  private Finding dangerous(String danger) {
    return Finding.wrong(
        "bucket %s holds the driver's records, and %s".formatted(registry.bucket(), danger),
        "take that away: without its records, the driver does not know what it made");
  }

  /** Looks whether the driver still has the keys that its records need. */
  private Finding keys(Keyring ring) {
    Registry records =
        new Registry(
            new RegistryBucket(backend, registry.bucket(), false),
            Admission.untried(),
            Owner.current("command"));
    KeyUse use = KeyUse.of(backend.name(), records, MOST_RECORDS);
    String read =
        "%s%d records of access read"
            .formatted(use.records() < MOST_RECORDS ? "" : "the first ", use.records());
    Set<String> missing = use.missing(ring);
    return missing.isEmpty()
        ? Finding.fine("none that access needs is missing (%s)".formatted(read))
        : Finding.wrong(
            "WINDLASS_KEYS lacks what access needs: %s (%s)"
                .formatted(String.join(", ", missing), read),
            "put it back into that file, below the newest; windlass keys says how many accesses"
                + " need each");
  }

  /** Makes a user with almost no permission, and removes it again. */
  private Finding access() {
    if (!backend.capabilities().has(Feature.ACCESS_KEYS)) {
      return Finding.remark(
          "cannot be granted here: the driver makes buckets only",
          "set %s to the kind of the server".formatted(advice.variable("FLAVOR")));
    }
    Principal principal = least();
    try {
      backend.access().check(principal);
    } catch (DriverException.FailedPrecondition e) {
      return Finding.remark(
          "no keys can be granted here: " + e.getMessage(),
          "go on if no class and no volume needs keys");
    }
    KeyGeneration key = backend.access().generation(1);
    try {
      backend.access().grant(principal, key, List.of());
    } finally {
      backend.access().revoke(principal, List.of(IssuedKey.unknown(key)));
    }
    return Finding.fine("a user was made and removed");
  }

  /**
   * Begins a session as a node has it, and gives it to nobody. Where volumes get sessions it is one
   * that may write: those that only read take less.
   */
  private Finding sessions(String there, NodeSessions sessions) {
    if (nodes == NodeAccess.KEYS) {
      return Finding.remark(
          "nodes get keys that last, and could get sessions that end by themselves",
          "set " + CsiConfiguration.RENEWAL_ADDRESS);
    }
    try {
      AccessMode mode = nodes == NodeAccess.SESSIONS ? AccessMode.READ_WRITE : AccessMode.READ_ONLY;
      AccessModes modes = AccessModes.ofData(mode, backend.capabilities());
      Credential.Key key = sessions.issue(new BucketGrant(there, "", modes, Set.of()), ACCOUNT);
      return Finding.fine(
          "nodes get sessions%s"
              .formatted(key.expires().map(" that end, this one at %s"::formatted).orElse("")));
    } catch (DriverException e) {
      String problem = "nodes get no sessions: " + e.getMessage();
      String next = sessions.needs(advice::variable);
      return nodes == NodeAccess.SESSIONS
          ? Finding.wrong(problem, next)
          : Finding.remark(problem, "go on if nothing is mounted; otherwise " + next);
    }
  }

  /** What permits the least of what the backend can enforce; its key is given to nobody. */
  private Principal least() {
    Principal nothing = principal(AccessMode.ANY);
    try {
      backend.access().check(nothing);
      return nothing;
    } catch (DriverException.InvalidArgument e) {
      return principal(AccessMode.READ_ONLY);
    }
  }

  /** Returns where nothing is, if access can be limited to that. */
  private String prefix() {
    return backend.capabilities().has(Feature.ACCESS_PREFIX) ? "doctor/" : "";
  }

  private Principal principal(AccessMode data) {
    AccessModes modes = new AccessModes(data, AccessMode.ANY, AccessMode.ANY);
    BucketGrant grant = new BucketGrant(registry.bucket(), prefix(), modes, Set.of());
    return new Principal(ACCOUNT, List.of(grant), Optional.empty());
  }
}
