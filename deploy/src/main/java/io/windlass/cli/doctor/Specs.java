package io.windlass.cli.doctor;

import io.windlass.cli.serve.BackendEntries;
import io.windlass.cli.stores.Stores;
import io.windlass.config.BackendEntry;
import io.windlass.config.Configuration;
import io.windlass.config.ConfigurationException;
import io.windlass.config.CsiConfiguration;
import io.windlass.connect.BackendKinds;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Reads the configurations in an environment: that of a COSI driver, unless only CSI is configured,
 * and that of a CSI plugin, if there is one. One that is missing or wrong is reported as not
 * checked.
 */
record Specs(Map<String, String> environment, Findings findings) {
  /** Reader of a configuration. */
  private interface Reader<C> {
    C read(Map<String, String> environment, BackendKinds kinds) throws ConfigurationException;
  }

  /** Reads the configuration of a COSI driver; empty if only CSI is configured, or it is wrong. */
  Optional<Configuration> cosi() {
    if (BackendEntries.isOnlyCsi(environment)) {
      findings.add(
          "COSI",
          Finding.unseen("only CSI is configured here; set COSI_ENDPOINT to check COSI, too"));
      return Optional.empty();
    }
    Optional<Configuration> read = read("COSI", Configuration::read);
    read.ifPresent(
        found -> findings.add("configuration", Finding.fine("COSI: " + told(found.backends()))));
    return read;
  }

  /** Reads the configuration of a CSI plugin; empty if none is configured, or it is wrong. */
  Optional<CsiConfiguration> csi() {
    if (!BackendEntries.hasCsi(environment)) {
      findings.add(
          "CSI", Finding.unseen("no plugin is configured here: WINDLASS_CSI_MODE is not set"));
      return Optional.empty();
    }
    Optional<CsiConfiguration> read = read("CSI", CsiConfiguration::read);
    read.ifPresent(found -> findings.add("configuration", Finding.fine(told(found))));
    return read;
  }

  private <C> Optional<C> read(String spec, Reader<C> reader) {
    try {
      return Optional.of(reader.read(environment, Stores.kinds()));
    } catch (ConfigurationException e) {
      e.problems().forEach(problem -> findings.add("configuration", Finding.wrong(problem, "")));
      findings.add(spec, Finding.unseen("correct the configuration first"));
      return Optional.empty();
    }
  }

  private static String told(CsiConfiguration configuration) {
    String mode = configuration.mode().name().toLowerCase(Locale.ROOT);
    return "CSI: %s, mode %s, spec %s%s"
        .formatted(
            configuration.driverName(),
            mode,
            configuration.spec(),
            configuration.backends().isEmpty() ? "" : "; " + told(configuration.backends()));
  }

  private static String told(List<BackendEntry> backends) {
    return backends.stream()
        .map(backend -> "%s %s".formatted(backend.name(), backend.config().place()))
        .collect(Collectors.joining("; "));
  }
}
