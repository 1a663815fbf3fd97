package io.windlass.cli.serve;

import io.windlass.access.BucketLocation;
import io.windlass.backend.Backend;
import io.windlass.config.BackendEntry;
import io.windlass.config.RegistryConfig;
import io.windlass.observe.Metrics;
import io.windlass.observe.TimedBackend;
import io.windlass.provision.OpenBackend;
import io.windlass.provision.OpenBackends;
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

/** Configured backends after they were opened, each with a registry. */
public final class BackendLifetime implements AutoCloseable {
  private final List<Backend> open = new ArrayList<>();
  private final List<OpenBackend> configured = new ArrayList<>();

  private BackendLifetime() {}

  /**
   * Opens all backends. Nothing is asked of a remote server; a local one is started.
   *
   * @param owner this process, which its claims in the registry record
   * @param traced whether calls are traced
   * @throws io.windlass.error.DriverException when a local server cannot be started
   */
  static BackendLifetime open(
      List<BackendEntry> configured,
      Supplier<Keyring> keys,
      Owner owner,
      Metrics metrics,
      boolean traced) {
    BackendLifetime all = new BackendLifetime();
    try {
      for (BackendEntry entry : configured) {
        all.add(timed(entry.config().open(keys), metrics, traced), entry.registry(), owner);
      }
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

  private void add(Backend backend, RegistryConfig registry, Owner owner) {
    open.add(backend);
    RegistryBucket bucket = new RegistryBucket(backend, registry.bucket(), registry.create());
    configured.add(new OpenBackend(backend, new Registry(bucket, owner), registry.bucket()));
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
