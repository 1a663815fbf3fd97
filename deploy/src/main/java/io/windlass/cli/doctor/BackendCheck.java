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
import io.windlass.config.RegistryConfig;
import io.windlass.error.DriverException;
import io.windlass.registry.ServerProbe;
import io.windlass.registry.ServerTrial;
import io.windlass.store.Feature;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Checks whether the driver can do its work on a backend. */
final class BackendCheck {
  private static final String ACCOUNT = "windlass-doctor";

  private final Backend backend;
  private final RegistryConfig registry;
  private final boolean mounts;
  private final Advice advice;
  private volatile boolean hasRegistry;

  /**
   * Creates the check.
   *
   * @param mounts whether buckets of the backend are mounted
   */
  BackendCheck(Backend backend, RegistryConfig registry, boolean mounts) {
    this.backend = backend;
    this.registry = registry;
    this.mounts = mounts;
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
    } else if (!examination.look(name + ": registry", () -> advice.when(this::registry))
        || !hasRegistry) {
      examination.skip(name, "writes, clock and access, until there is a registry bucket");
    } else {
      for (String danger : dangers()) {
        examination.look(name + ": registry", () -> dangerous(danger));
      }
      trials(examination);
      examination.look(name + ": access", () -> advice.when(this::access));
      if (backend.sessions().isPresent()) {
        examination.look(name + ": sessions", () -> sessions(backend.sessions().orElseThrow()));
      }
    }
  }

  /** Tries the server as the driver does when it starts, and more closely. */
  private void trials(Examination examination) throws InterruptedException {
    ServerProbe probe = new ServerProbe(backend, registry.bucket(), mounts);
    List<ServerTrial> trials = new ArrayList<>();
    examination.look(
        subject(ServerTrial.Subject.WRITES),
        () ->
            advice.when(() -> {
              trials.addAll(probe.run(ServerProbe.MANY));
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
      case BROKEN -> Finding.wrong(trial.text(), trial.next());
    };
  }

  private Finding server() {
    backend.ping();
    return Finding.fine("it answers, and the driver's key is right");
  }

  private Finding registry() {
    hasRegistry = backend.buckets().exists(registry.bucket());
    if (hasRegistry) {
      return Finding.fine("bucket %s is there".formatted(registry.bucket()));
    }
    return registry.create()
        ? Finding.remark(
            "bucket %s is not there yet: the driver makes it when it is needed"
                .formatted(registry.bucket()),
            "to see more here, make it now or let the driver make a bucket; if this driver has made"
                + " any before, its records are lost: put the bucket back from a copy")
        : Finding.wrong(
            "bucket %s is missing, and the driver may not make it".formatted(registry.bucket()),
            "make it, or set %s to true".formatted(advice.variable("REGISTRY_CREATE")));
  }

  private List<String> dangers() {
    try {
      return backend.buckets().dangers(registry.bucket());
    } catch (DriverException e) {
      return List.of(); // what follows says why
    }
  }

  private Finding dangerous(String danger) {
    return Finding.wrong(
        "bucket %s holds the driver's records, and %s".formatted(registry.bucket(), danger),
        "take that away: without its records, the driver does not know what it made");
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

  /** Begins a session that permits almost nothing, and is given to nobody. */
  private Finding sessions(NodeSessions sessions) {
    try {
      Credential.Key key =
          sessions.issue(principal("", AccessMode.ANY).buckets().getFirst(), ACCOUNT);
      return Finding.fine(
          "nodes get sessions%s"
              .formatted(key.expires().map(" that end, this one at %s"::formatted).orElse("")));
    } catch (DriverException e) {
      String problem = "nodes get no sessions: " + e.getMessage();
      String next = sessions.needs(advice::variable);
      return mounts
          ? Finding.wrong(problem, next)
          : Finding.remark(problem, "go on if nothing is mounted; otherwise " + next);
    }
  }

  /** What permits the least of what the backend can enforce; its key is given to nobody. */
  private Principal least() {
    String prefix = backend.capabilities().has(Feature.ACCESS_PREFIX) ? "doctor/" : "";
    Principal nothing = principal(prefix, AccessMode.ANY);
    try {
      backend.access().check(nothing);
      return nothing;
    } catch (DriverException.InvalidArgument e) {
      return principal(prefix, AccessMode.READ_ONLY);
    }
  }

  private Principal principal(String prefix, AccessMode data) {
    AccessModes modes = new AccessModes(data, AccessMode.ANY, AccessMode.ANY);
    BucketGrant grant = new BucketGrant(registry.bucket(), prefix, modes, Set.of());
    return new Principal(ACCOUNT, List.of(grant), Optional.empty());
  }
}
