package io.windlass.cli.stores;

import io.windlass.connect.StoreConfig;
import io.windlass.connect.StoreKind;
import io.windlass.setting.Setting;
import io.windlass.setting.SettingReader;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** A kind that cannot be configured where its libraries are not installed. */
record InstalledKind(StoreKind kind, StoreLibraries libraries) implements StoreKind {
  @Override
  public String name() {
    return kind.name();
  }

  @Override
  public List<Setting<?>> settings() {
    return kind.settings();
  }

  @Override
  public boolean isLocal() {
    return kind.isLocal();
  }

  @Override
  public Supplier<StoreConfig> read(String backend, SettingReader settings) {
    Optional<Path> missing = libraries.missing(kind.name());
    missing.ifPresent(folder ->
        settings.problem(
            "backend %s is of kind %s, whose libraries are not installed: %s is missing"
                .formatted(backend, kind.name(), folder)));
    return kind.read(backend, settings);
  }
}
