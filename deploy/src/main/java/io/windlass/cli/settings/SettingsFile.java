package io.windlass.cli.settings;

import io.windlass.config.ConfigurationException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A file of settings: lines NAME=VALUE, as {@code docker run --env-file}, systemd's {@code
 * EnvironmentFile} and a ConfigMap have them. A value may stand in quotes. Empty lines and lines
 * that begin with # count for nothing. Nothing is expanded.
 */
final class SettingsFile {
  private static final Pattern LINE = Pattern.compile("([A-Za-z_][A-Za-z0-9_]*)=(.*)");
  private static final Pattern QUOTED = Pattern.compile("\"(.*)\"|'(.*)'");

  private SettingsFile() {}

  /**
   * Reads a file.
   *
   * @throws ConfigurationException that names all lines which are wrong
   */
  static Map<String, String> read(Path file) throws ConfigurationException {
    Map<String, String> settings = new LinkedHashMap<>();
    List<String> problems = new ArrayList<>();
    List<String> lines = lines(file);
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      if (line.isEmpty() || line.startsWith("#")) {
        continue;
      }
      Matcher matcher = LINE.matcher(line);
      if (!matcher.matches()) {
        problems.add("%s, line %d: it must be NAME=VALUE".formatted(file, i + 1));
      } else if (settings.put(matcher.group(1), unquoted(matcher.group(2).strip())) != null) {
        problems.add("%s, line %d: %s is set twice".formatted(file, i + 1, matcher.group(1)));
      }
    }
    if (!problems.isEmpty()) {
      throw new ConfigurationException(problems);
    }
    return settings;
  }

  private static List<String> lines(Path file) throws ConfigurationException {
    try {
      return Files.readAllLines(file);
    } catch (NoSuchFileException e) {
      throw new ConfigurationException(List.of("--config: there is no file %s".formatted(file)));
    } catch (IOException e) {
      throw new ConfigurationException(
          List.of("--config: %s cannot be read: %s".formatted(file, e.getMessage())));
    }
  }

  private static String unquoted(String value) {
    Matcher quoted = QUOTED.matcher(value);
    if (!quoted.matches()) {
      return value;
    }
    return quoted.group(1) == null ? quoted.group(2) : quoted.group(1);
  }
}
