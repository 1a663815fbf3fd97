package io.windlass.cli.settings;

import io.windlass.config.ConfigurationException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Option of commands that have the configuration of a driver. */
public final class ConfigOption {
  // The launcher looks for it, too: it adds the libraries of the kinds of store.
  @Option(
      names = "--config",
      paramLabel = "FILE",
      description =
          "Read settings from this file, a line NAME=VALUE each, with the names of the environment"
              + " variables. What the environment sets goes first.")
  Optional<Path> file = Optional.empty();

  /**
   * Returns all settings: those of the environment, and those of the file that the environment does
   * not have.
   *
   * @throws ConfigurationException when the file cannot be read
   */
  public Map<String, String> over(Map<String, String> environment) throws ConfigurationException {
    if (file.isEmpty()) {
      return environment;
    }
    Map<String, String> all = new HashMap<>(SettingsFile.read(file.get()));
    all.putAll(environment);
    return all;
  }

  /** Returns the file, if one is named. */
  public Optional<Path> file() {
    return file;
  }
}
