package io.windlass.config;

import io.windlass.connect.BackendKinds;
import io.windlass.observe.LogSettings;
import io.windlass.rpc.ServerSettings;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The whole configuration of a driver. It holds no secret, only the paths of files with secrets.
 *
 * @param driverName name of the driver in classes
 * @param cosi settings of the COSI server
 * @param keys file with the driver's own keys; present unless all backends are local
 * @param backends configured backends, at least one
 * @param podUid uid of the pod that this process runs in, if it runs in one
 * @param undoAfter time after the last call for something unfinished until it is undone
 * @param metrics address at which metrics are served; empty: they are not served
 * @param log settings of the log
 */
public record Configuration(
    String driverName,
    ServerSettings cosi,
    Optional<Path> keys,
    List<BackendEntry> backends,
    Optional<String> podUid,
    Duration undoAfter,
    Optional<InetSocketAddress> metrics,
    LogSettings log) {

  /** The name of the variable that sets {@link #metrics}, for messages. */
  public static final String METRICS_ADDRESS = Settings.METRICS_ADDRESS.name();

  public Configuration {
    backends = List.copyOf(backends);
  }

  /**
   * Reads the configuration.
   *
   * @param environment all variables of the process; those that do not begin with {@code WINDLASS_}
   *     are ignored, except the ones that the specs define
   * @param kinds kinds of backend that can be configured
   * @throws ConfigurationException naming everything that is wrong
   */
  public static Configuration read(Map<String, String> environment, BackendKinds kinds)
      throws ConfigurationException {
    return new ConfigurationReader(environment, kinds).read();
  }
}
