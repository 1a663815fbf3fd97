package io.windlass.config;

import io.windlass.connect.BackendConfig;
import io.windlass.connect.BackendKind;
import java.util.ArrayList;
import java.util.List;
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

  /** Reads the configuration of all backends. */
  Found read() {
    List<Supplier<BackendEntry>> backends = new ArrayList<>();
    boolean local = true;
    for (String name : names) {
      BackendVariables own = new BackendVariables(name, variables);
      Optional<BackendKind> kind = kind(own);
      local &= kind.map(BackendKind::isLocal).orElse(false);
      kind.ifPresent(known -> backends.add(backend(own, known)));
    }
    return new Found(backends, local);
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
