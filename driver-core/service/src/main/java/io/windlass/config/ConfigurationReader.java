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
import java.util.function.Supplier;

/** Reads a {@link Configuration} from environment variables. Used once. */
final class ConfigurationReader {
  private final Map<String, String> environment;
  private final Variables variables;
  private final BackendSettings backendSettings;

  ConfigurationReader(Map<String, String> environment, BackendKinds kinds) {
    this.environment = environment;
    this.variables = new Variables(environment);
    this.backendSettings = new BackendSettings(kinds);
  }

  Configuration read() throws ConfigurationException {
    ProcessReader process = new ProcessReader(variables);
    Supplier<String> driverName = variables.value(Settings.DRIVER_NAME);
    Supplier<ServerSettings> cosi = process.server(Settings.COSI_ENDPOINT);
    Supplier<Optional<String>> podUid = process.podUid();
    Supplier<Duration> undoAfter = process.undoAfter();
    Supplier<Optional<InetSocketAddress>> metrics = process.metrics();
    Supplier<LogSettings> log = process.log();
    BackendsReader reader = new BackendsReader(variables, backendSettings);
    BackendsReader.Found found = reader.read(Map.of());
    Supplier<Optional<Path>> keys = process.keys(!found.allLocal());
    new UnknownNames(reader.names(), backendSettings).in(environment).forEach(variables::problem);
    variables.requireNoProblems();
    List<BackendEntry> backends = BackendsReader.entries(found);
    return new Configuration(
        driverName.get(),
        cosi.get(),
        keys.get(),
        backends,
        podUid.get(),
        undoAfter.get(),
        metrics.get(),
        log.get());
  }
}
