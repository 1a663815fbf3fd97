package io.windlass.config;

import io.windlass.connect.BackendConfig;
import io.windlass.connect.BackendKind;
import io.windlass.setting.Setting;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Reads the names of the backends and the settings of each. Used once. */
final class BackendsReader {
  private final Variables variables;
  private final BackendSettings settings;
  private final boolean configured;
  private final List<String> names;

  BackendsReader(Variables variables, BackendSettings settings) {
    this.variables = variables;
    this.settings = settings;
    this.configured = variables.text(Settings.BACKENDS.name()).isPresent();
    this.names =
        variables
            .option(Settings.BACKENDS.name(), Settings.BACKENDS)
            .get()
            .orElse(configured ? List.of() : List.of(settings.usual().name()));
  }

  /** Returns the names of the backends. */
  List<String> names() {
    return names;
  }

  /**
   * The backends that are configured.
   *
   * @param allLocal whether every backend is local
   */
  record Found(List<Supplier<BackendEntry>> backends, boolean allLocal) {}

  /**
   * Reads the configuration of all backends.
   *
   * @param idle settings that have no effect here, and what would give them one
   */
  Found read(Map<Setting<?>, String> idle) {
    List<Supplier<BackendEntry>> backends = new ArrayList<>();
    boolean local = true;
    for (String name : names) {
      BackendVariables own = new BackendVariables(name, variables);
      Optional<BackendKind> kind = kind(own);
      local &= kind.map(BackendKind::isLocal).orElse(false);
      kind.ifPresent(known -> {
        refuseIdle(own, known, idle);
        backends.add(backend(own, known));
      });
    }
    return new Found(backends, local);
  }

  private void refuseIdle(BackendVariables own, BackendKind kind, Map<Setting<?>, String> idle) {
    idle.forEach((setting, needed) -> {
      String variable = own.variable(setting);
      if (settings.has(kind, setting) && variables.text(variable).isPresent()) {
        variables.problem(Setting.idle(variable, needed));
      }
    });
  }

  /**
   * Returns what was read, once nothing was wrong with it.
   *
   * @throws ConfigurationException when two backends would keep their records in one bucket
   */
  static List<BackendEntry> entries(Found found) throws ConfigurationException {
    List<BackendEntry> entries = found.backends().stream().map(Supplier::get).toList();
    Map<List<String>, BackendEntry> owners = new HashMap<>();
    List<String> problems = new ArrayList<>();
    for (BackendEntry entry : entries) {
      BackendEntry owner =
          owners.putIfAbsent(List.of(entry.config().namespace(), entry.registry().bucket()), entry);
      if (owner != null) {
        problems.add(
            "%s must name another bucket than that of backend %s on the same server: backend %s"
                    .formatted(
                        BackendVariables.variable(entry.name(), Settings.REGISTRY_BUCKET),
                        owner.name(),
                        entry.name())
                + " would take the other's records for its own");
      }
    }
    if (!problems.isEmpty()) {
      throw new ConfigurationException(problems);
    }
    return entries;
  }

  /** Notes what is wrong with values that are given, whether or not anything needs them. */
  void checkGiven() {
    for (String name : names) {
      BackendVariables own = new BackendVariables(name, variables);
      variables.checkGiven(own.variable(settings.kind()), settings.kind());
      variables
          .text(own.variable(settings.kind()))
          .or(() -> configured ? Optional.empty() : Optional.of(settings.usual().name()))
          .flatMap(settings.kind().format()::parse)
          .ifPresent(kind ->
              settings.all().stream()
                  .filter(setting -> settings.has(kind, setting))
                  .forEach(setting -> variables.checkGiven(own.variable(setting), setting)));
    }
  }

  private Optional<BackendKind> kind(BackendVariables own) {
    String variable = own.variable(settings.kind());
    Optional<String> text = variables.text(variable);
    if (text.isEmpty() && !configured) {
      return Optional.of(settings.usual());
    }
    return own.option(settings.kind()).get();
  }

  private Supplier<BackendEntry> backend(BackendVariables own, BackendKind kind) {
    settings.all().stream()
        .filter(setting -> !settings.has(kind, setting.name()))
        .map(own::variable)
        .distinct()
        .filter(variable -> variables.text(variable).isPresent())
        .forEach(variable ->
            variables.problem(
                "%s does not apply to a backend of kind %s: remove it"
                    .formatted(variable, kind.name())));
    Supplier<BackendConfig> store = kind.read(own.backend(), own);
    Supplier<String> bucket = own.value(Settings.REGISTRY_BUCKET);
    Supplier<Boolean> create = own.value(Settings.REGISTRY_CREATE);
    Supplier<Optional<List<String>>> regions = own.option(Settings.REGIONS);
    return () ->
        new BackendEntry(
            store.get(),
            new RegistryConfig(bucket.get(), create.get()),
            regions.get().orElse(List.of()));
  }
}
