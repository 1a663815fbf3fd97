package io.windlass.config;

import io.windlass.observe.LogSettings;
import io.windlass.rpc.ServerSettings;
import io.windlass.rpc.Transport;
import io.windlass.rpc.UnixEndpoint;
import io.windlass.secret.KeyringFile;
import io.windlass.setting.Setting;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.event.Level;

/** Reads the settings that every process of the driver has, whatever it serves. */
final class ProcessReader {
  private final Variables variables;

  ProcessReader(Variables variables) {
    this.variables = variables;
  }

  /** Returns the settings of the server that listens on the endpoint of a setting. */
  Supplier<ServerSettings> server(Setting<UnixEndpoint> where) {
    Supplier<UnixEndpoint> endpoint = variables.value(where);
    Supplier<Integer> mode = variables.value(Settings.SOCKET_MODE);
    Supplier<Optional<String>> group = variables.option(Settings.SOCKET_GROUP);
    Supplier<Duration> stopTimeout = variables.value(Settings.STOP_TIMEOUT);
    return () ->
        new ServerSettings(
            endpoint.get(), mode.get(), group.get(), stopTimeout.get(), Transport.best());
  }

  Supplier<Duration> undoAfter() {
    return variables.value(Settings.UNDO_AFTER);
  }

  Supplier<Optional<String>> podUid() {
    return variables.option(Settings.POD_UID);
  }

  Supplier<Optional<InetSocketAddress>> metrics() {
    return variables.option(Settings.METRICS_ADDRESS);
  }

  Supplier<LogSettings> log() {
    Supplier<Level> level = variables.value(Settings.LOG_LEVEL);
    Supplier<LogSettings.Format> format = variables.value(Settings.LOG_FORMAT);
    return () -> new LogSettings(level.get(), format.get());
  }

  /**
   * Returns the file with the driver's own keys, and notes a problem if it is missing or unusable.
   */
  Supplier<Optional<Path>> keys(boolean required) {
    String variable = Settings.KEYS.name();
    Supplier<Optional<Path>> keys = variables.option(Settings.KEYS);
    if (variables.text(variable).isEmpty() && required) {
      variables.problem(
          "%s is missing: it must be %s; make a key with: openssl rand -base64 32"
              .formatted(variable, Settings.KEYS.format().right()));
    }
    keys.get()
        .flatMap(KeyringFile::problem)
        .ifPresent(why -> variables.problem(variable + " must name a file of keys: " + why));
    return keys;
  }
}
