package io.windlass.config;

import io.windlass.config.CsiConfiguration.NodeConfig;
import io.windlass.config.CsiConfiguration.RenewalConfig;
import io.windlass.connect.BackendKinds;
import io.windlass.observe.LogSettings;
import io.windlass.rpc.ServerSettings;
import io.windlass.setting.Setting;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Reads a {@link CsiConfiguration} from environment variables. Used once. */
final class CsiConfigurationReader {
  private final Map<String, String> environment;
  private final Variables variables;
  private final BackendSettings backendSettings;

  CsiConfigurationReader(Map<String, String> environment, BackendKinds kinds) {
    this.environment = environment;
    this.variables = new Variables(environment);
    this.backendSettings = new BackendSettings(kinds);
  }

  CsiConfiguration read() throws ConfigurationException {
    ProcessReader process = new ProcessReader(variables);
    Supplier<String> driverName = variables.value(Settings.CSI_DRIVER_NAME);
    Supplier<ServerSettings> server = process.server(Settings.CSI_ENDPOINT);
    Supplier<Optional<CsiMode>> mode = variables.option(Settings.CSI_MODE);
    Supplier<SpecLevel> spec = variables.value(Settings.CSI_SPEC);
    Supplier<Boolean> topology = variables.value(Settings.CSI_TOPOLOGY);
    // A controller may share the file of its settings with nodes, and not all of their settings.
    Supplier<NodeConfig> node = node(mode.get().map(CsiMode::hasNode).orElse(true));
    boolean onlyNode = mode.get().filter(only -> !only.hasController()).isPresent();
    Supplier<Optional<RenewalConfig>> renewals = renewals(onlyNode);
    Supplier<Optional<String>> podUid = process.podUid();
    Supplier<Duration> undoAfter = process.undoAfter();
    Supplier<Optional<InetSocketAddress>> metrics = process.metrics();
    Supplier<LogSettings> log = process.log();
    BackendsReader reader = new BackendsReader(variables, backendSettings);
    boolean controller = mode.get().map(CsiMode::hasController).orElse(false);
    BackendsReader.Found found =
        controller ? reader.read(idle()) : new BackendsReader.Found(List.of(), false);
    Supplier<Optional<Path>> keys = process.keys(controller);
    refuseKeys(onlyNode);
    requireRegion(mode.get().map(CsiMode::hasNode).orElse(false));
    new UnknownNames(reader.names(), backendSettings).in(environment).forEach(variables::problem);
    variables.requireNoProblems();
    List<BackendEntry> backends = BackendsReader.entries(found);
    return new CsiConfiguration(
        driverName.get(),
        server.get(),
        mode.get().orElseThrow(),
        spec.get(),
        topology.get(),
        keys.get(),
        backends,
        node.get(),
        renewals.get(),
        podUid.get(),
        undoAfter.get(),
        metrics.get(),
        log.get());
  }

  private boolean hasTopology() {
    return variables.text(Settings.CSI_TOPOLOGY.name()).equals(Optional.of(Boolean.toString(true)));
  }

  /** Returns what is set for backends in vain, and what would give it a meaning. */
  private Map<Setting<?>, String> idle() {
    Map<Setting<?>, String> idle = new LinkedHashMap<>();
    if (!hasTopology()) {
      idle.put(Settings.REGIONS, Settings.CSI_TOPOLOGY.name() + "=true");
    }
    if (variables.text(Settings.CSI_RENEWAL_ADDRESS.name()).isEmpty()) {
      backendSettings
          .ofSessions()
          .forEach(setting -> idle.put(setting, Settings.CSI_RENEWAL_ADDRESS.name()));
    }
    return idle;
  }

  /**
   * Requires the region of a node with topology, because the sanity suite and schedulers expect
   * such a node to report one, and refuses a region without topology.
   */
  private void requireRegion(boolean node) {
    boolean topology = hasTopology();
    boolean given = variables.text(Settings.CSI_NODE_REGION.name()).isPresent();
    if (node && topology && !given) {
      variables.problem(
          "%s is missing: with %s a node says in which region it is"
              .formatted(Settings.CSI_NODE_REGION.name(), Settings.CSI_TOPOLOGY.name()));
    }
    requireFor(Settings.CSI_NODE_REGION, Settings.CSI_TOPOLOGY.name() + "=true", topology);
  }

  /** Refuses keys where nobody needs them, but whoever takes over a node would have them. */
  private void refuseKeys(boolean node) {
    if (node && variables.text(Settings.KEYS.name()).isPresent()) {
      variables.problem(
          "%s is of no use to a node, which has a key of its own: remove it, and the file from the"
                  .formatted(Settings.KEYS.name())
              + " node");
    }
  }

  /**
   * Reads where controllers are asked.
   *
   * @param onlyNode whether this process asks, and nobody asks it
   */
  private Supplier<Optional<RenewalConfig>> renewals(boolean onlyNode) {
    Supplier<Optional<InetSocketAddress>> address = variables.option(Settings.CSI_RENEWAL_ADDRESS);
    Supplier<Optional<URI>> url = variables.option(Settings.CSI_RENEWAL_URL);
    boolean given = variables.text(Settings.CSI_RENEWAL_URL.name()).isPresent();
    Optional<String> listens = variables.text(Settings.CSI_RENEWAL_ADDRESS.name());
    requireFor(
        Settings.CSI_RENEWAL_URL,
        Settings.CSI_RENEWAL_ADDRESS.name(),
        listens.isPresent() || onlyNode);
    if (!given && listens.filter(CsiConfigurationReader::isWildcard).isPresent()) {
      variables.problem(
          "%s is missing: nodes cannot reach %s, which is %s"
              .formatted(
                  Settings.CSI_RENEWAL_URL.name(),
                  Settings.CSI_RENEWAL_ADDRESS.name(),
                  listens.get()));
    }
    return () -> address.get().map(at -> new RenewalConfig(at, url.get()));
  }

  private static boolean isWildcard(String address) {
    return address.startsWith("0.0.0.0:") || address.startsWith("[::]:");
  }

  /**
   * Refuses a setting that would have no effect.
   *
   * @param needed what gives it one
   * @param there whether that is so
   */
  private void requireFor(Setting<?> setting, String needed, boolean there) {
    if (variables.text(setting.name()).isPresent() && !there) {
      variables.problem(Setting.idle(setting.name(), needed));
    }
  }

  private void requireExternalMounter(Setting<?> setting) {
    boolean external = variables.text(Settings.CSI_MOUNTER.name()).equals(Optional.of("external"));
    requireFor(setting, Settings.CSI_MOUNTER.name() + "=external", external);
  }

  /**
   * Reads the settings of a node.
   *
   * @param used whether this process is one
   */
  private Supplier<NodeConfig> node(boolean used) {
    Supplier<Optional<String>> name = variables.option(Settings.CSI_NODE_ID);
    Supplier<Path> state = variables.value(Settings.CSI_STATE);
    Supplier<Path> staging = variables.value(Settings.CSI_STAGING);
    Supplier<Path> run = variables.value(Settings.CSI_RUN);
    Supplier<Optional<Long>> memory = variables.option(Settings.CSI_MEMORY);
    Supplier<Optional<Path>> cache = variables.option(Settings.CSI_CACHE);
    Supplier<Optional<Long>> cacheBytes = variables.option(Settings.CSI_CACHE_SIZE);
    Supplier<MounterStart> mounter = variables.value(Settings.CSI_MOUNTER);
    Supplier<Optional<Integer>> mounterUser = variables.option(Settings.CSI_MOUNTER_USER);
    Supplier<Duration> handover = variables.value(Settings.CSI_HANDOVER_TIMEOUT);
    if (used) {
      requireExternalMounter(Settings.CSI_MOUNTER_USER);
      requireExternalMounter(Settings.CSI_HANDOVER_TIMEOUT);
      requireFor(
          Settings.CSI_CACHE_SIZE,
          Settings.CSI_CACHE.name(),
          variables.text(Settings.CSI_CACHE.name()).isPresent());
    }
    Supplier<Duration> unsent = variables.value(Settings.CSI_UNSENT_TIMEOUT);
    Supplier<Duration> inUse = variables.value(Settings.CSI_IN_USE_TIMEOUT);
    Supplier<Integer> maxVolumes = variables.value(Settings.CSI_MAX_VOLUMES);
    Supplier<Optional<List<String>>> endpoints = variables.option(Settings.CSI_ENDPOINTS);
    Supplier<Optional<URI>> renewalUrl = variables.option(Settings.CSI_RENEWAL_URL);
    Supplier<Optional<String>> region = variables.option(Settings.CSI_NODE_REGION);
    Supplier<Optional<Path>> certificates = variables.option(Settings.CSI_CA_CERTIFICATE);
    Supplier<Boolean> volumeMetrics = variables.value(Settings.CSI_METRICS_VOLUMES);
    Supplier<Duration> deadline = variables.value(Settings.CSI_PROGRESS_DEADLINE);
    return () ->
        new NodeConfig(
            name.get().orElseGet(CsiConfigurationReader::host),
            state.get(),
            staging.get(),
            run.get(),
            memory.get(),
            cache.get(),
            cacheBytes.get(),
            mounter.get(),
            mounterUser.get(),
            handover.get(),
            unsent.get(),
            inUse.get(),
            maxVolumes.get(),
            endpoints.get(),
            renewalUrl.get(),
            region.get(),
            certificates.get(),
            volumeMetrics.get(),
            deadline.get());
  }

  private static String host() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "localhost";
    }
  }
}
