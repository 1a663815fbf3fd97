package io.windlass.cli.serve;

import io.windlass.cli.scratch.Spec;
import io.windlass.cli.stores.Stores;
import io.windlass.config.BackendEntry;
import io.windlass.config.Configuration;
import io.windlass.config.ConfigurationException;
import io.windlass.config.CsiConfiguration;
import io.windlass.observe.Metrics;
import io.windlass.registry.Owner;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Backends that an environment configures, for commands which look at them beside the driver.
 *
 * @param keys file of the driver's own keys
 */
public record BackendEntries(List<BackendEntry> backends, Optional<Path> keys) {
  private static final String CSI_SETTINGS = "WINDLASS_CSI_";

  public BackendEntries {
    backends = List.copyOf(backends);
  }

  /**
   * Reads the backends of the driver that this environment configures: of the COSI driver, unless
   * only CSI is configured.
   *
   * @throws ConfigurationException if the configuration is wrong, or is that of a node, which has
   *     no backends
   */
  public static BackendEntries read(Map<String, String> environment) throws ConfigurationException {
    if (!isOnlyCsi(environment)) {
      Configuration cosi = Configuration.read(environment, Stores.kinds());
      return new BackendEntries(cosi.backends(), cosi.keys());
    }
    CsiConfiguration csi = CsiConfiguration.read(environment, Stores.kinds());
    if (!csi.mode().hasController()) {
      throw new ConfigurationException(
          List.of("a node has no backends: run this where the controller runs"));
    }
    return new BackendEntries(csi.backends(), csi.keys());
  }

  /** Returns whether an environment has settings of CSI. */
  public static boolean hasCsi(Map<String, String> environment) {
    return environment.containsKey(Spec.CSI.endpoint())
        || environment.keySet().stream().anyMatch(name -> name.startsWith(CSI_SETTINGS));
  }

  /** Returns whether an environment has settings of CSI and none that only COSI has. */
  public static boolean isOnlyCsi(Map<String, String> environment) {
    return hasCsi(environment) && !environment.containsKey(Spec.COSI.endpoint());
  }

  /** Returns the directories of local backends that the driver has not made yet. */
  public List<Path> missing() {
    return backends.stream().flatMap(backend -> missing(backend).stream()).toList();
  }

  private static Optional<Path> missing(BackendEntry backend) {
    return backend.config().makes().filter(Files::notExists);
  }

  /** Returns the settings of the backends that can be opened without making anything, if any. */
  public Optional<BackendEntries> present() {
    List<BackendEntry> there =
        backends.stream().filter(backend -> missing(backend).isEmpty()).toList();
    return there.isEmpty() ? Optional.empty() : Optional.of(new BackendEntries(there, keys));
  }

  /**
   * Opens the backends with their registries, to read records.
   *
   * @throws io.windlass.error.DriverException.InUse when a running driver has a local backend
   */
  public BackendLifetime open() {
    return BackendLifetime.open(
        backends,
        BackendLifetime.User.COMMAND,
        BackendLifetime.keys(keys),
        Owner.current("command"),
        Metrics.off(),
        false);
  }
}
