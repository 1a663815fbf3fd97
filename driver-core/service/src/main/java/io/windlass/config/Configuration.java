package io.windlass.config;

import io.windlass.observe.LogSettings;
import io.windlass.rpc.ServerSettings;
import io.windlass.store.StoreKinds;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The whole configuration of a driver. It holds no secret, only where secrets are.
 *
 * @param driverName what the driver is called in classes
 * @param cosi where and how COSI is served
 * @param keys the file with the driver's own keys; there is one unless all backends are local
 * @param backends at least one
 * @param undoAfter how long after the last call something is undone that was never finished
 * @param metrics where metrics are served, if they are
 * @param log how the driver logs
 */
public record Configuration(
    String driverName,
    ServerSettings cosi,
    Optional<Path> keys,
    List<BackendConfig> backends,
    Duration undoAfter,
    Optional<InetSocketAddress> metrics,
    LogSettings log) {

  public Configuration {
    backends = List.copyOf(backends);
  }

  /**
   * Reads the configuration.
   *
   * @param environment all variables of the process; those that do not begin with {@code WINDLASS_}
   *     are passed over, but for those of the specs
   * @param kinds of backend that can be configured
   * @throws ConfigurationException with everything that is wrong
   */
  public static Configuration read(Map<String, String> environment, StoreKinds kinds)
      throws ConfigurationException {
    return new ConfigurationReader(environment, kinds).read();
  }
}
