package io.windlass.cli.stores;

import io.windlass.connect.BackendConfig;
import io.windlass.connect.BackendKind;
import io.windlass.setting.Setting;
import io.windlass.setting.SettingReader;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** A kind that cannot be configured where its libraries are not installed. */
record InstalledKind(BackendKind kind, StoreLibraries libraries) implements BackendKind {
  @Override
  public String name() {
    return kind.name();
  }

  @Override
  public List<Setting<?>> settings() {
    return kind.settings();
  }

  @Override
  public List<Setting<?>> ofSessions() {
    return kind.ofSessions();
  }

  @Override
  public boolean isLocal() {
    return kind.isLocal();
  }

  @Override
  public Supplier<BackendConfig> read(String backend, SettingReader settings) {
    Optional<Path> missing = libraries.missing(kind.name());
    missing.ifPresent(folder ->
        settings.problem(
            "backend %s is of kind %s, whose libraries are not installed: %s is missing"
                .formatted(backend, kind.name(), folder)));
    return kind.read(backend, settings);
  }
}
