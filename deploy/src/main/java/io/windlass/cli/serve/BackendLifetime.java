package io.windlass.cli.serve;

import io.windlass.access.BucketLocation;
import io.windlass.backend.Backend;
import io.windlass.config.BackendEntry;
import io.windlass.config.RegistryConfig;
import io.windlass.observe.Metrics;
import io.windlass.observe.TimedBackend;
import io.windlass.provision.OpenBackend;
import io.windlass.provision.OpenBackends;
import io.windlass.registry.Admission;
import io.windlass.registry.Owner;
import io.windlass.registry.Registry;
import io.windlass.registry.RegistryBucket;
import io.windlass.secret.Keyring;
import io.windlass.secret.KeyringFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Configured backends after they were opened, each with a registry, which is used only once its
 * server was tried.
 */
public final class BackendLifetime implements AutoCloseable {
  private final List<Backend> open = new ArrayList<>();
  private final List<OpenBackend> configured = new ArrayList<>();
  private final List<Admission> admissions = new ArrayList<>();

  /** Who uses backends. */
  enum User {
    /** A command that is over soon, and looks at what drivers have made. */
    COMMAND,
    /** A driver, which makes buckets. */
    DRIVER
  }

  private BackendLifetime() {}

  /**
   * Opens all backends. Drivers have the servers tried in the background; a local one is started.
   *
   * @param user who uses them
   * @param owner this process, which its claims in the registry record
   * @param traced whether calls are traced
   * @throws io.windlass.error.DriverException when a local server cannot be started
   */
  static BackendLifetime open(
      List<BackendEntry> configured,
      User user,
      Supplier<Keyring> keys,
      Owner owner,
      Metrics metrics,
      boolean traced) {
    BackendLifetime all = new BackendLifetime();
    try {
      for (BackendEntry entry : configured) {
        all.add(entry.config().open(keys), entry.registry(), user, owner, metrics, traced);
      }
      all.admissions.forEach(Admission::look);
      return all;
    } catch (RuntimeException e) {
      all.close();
      throw e;
    }
  }

  /** Measures and traces the calls of a backend if somebody is told. */
  private static Backend timed(Backend backend, Metrics metrics, boolean traced) {
    return traced || metrics.address().isPresent()
        ? new TimedBackend(backend, metrics.registry())
        : backend;
  }

  private void add(
      Backend opened,
      RegistryConfig registry,
      User user,
      Owner owner,
      Metrics metrics,
      boolean traced) {
    open.add(opened);
    // The trial is no call of anybody, so it is neither measured nor traced.
    RegistryBucket tried = bucket(opened, registry);
    Admission admission =
        switch (user) {
          case COMMAND -> Admission.untried();
          case DRIVER -> Admission.to(tried);
        };
    admissions.add(admission);
    Backend backend = timed(opened, metrics, traced);
    configured.add(
        new OpenBackend(
            backend, new Registry(bucket(backend, registry), admission, owner), registry.bucket()));
  }

  private static RegistryBucket bucket(Backend backend, RegistryConfig registry) {
    return new RegistryBucket(backend, registry.bucket(), registry.create());
  }

  /**
   * Returns why backends are not used, if any is not. Has them tried again now and then; does not
   * wait for that.
   */
  Optional<String> refusal() {
    admissions.forEach(Admission::look);
    String why =
        admissions.stream()
            .flatMap(each -> each.refusal().stream())
            .collect(Collectors.joining("; "));
    return why.isEmpty() ? Optional.empty() : Optional.of(why);
  }

  /** Returns the driver's own keys, which are read again whenever they change. */
  public static Supplier<Keyring> keys(Optional<Path> file) {
    if (file.isPresent()) {
      return new KeyringFile(file.get());
    }
    return () -> {
      throw new IllegalStateException("no keys are configured: set WINDLASS_KEYS");
    };
  }

  /** Returns the backends in the form that the services need. */
  public OpenBackends configured() {
    return new OpenBackends(configured);
  }

  /** Returns where a bucket of each backend would be. */
  List<BucketLocation> locations() {
    return open.stream().map(backend -> backend.locate("bucket")).toList();
  }

  @Override
  public void close() {
    open.reversed().forEach(Backend::close);
  }
}
