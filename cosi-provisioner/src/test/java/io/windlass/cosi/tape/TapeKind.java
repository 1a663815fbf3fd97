package io.windlass.cosi.tape;

import io.windlass.backend.Backend;
import io.windlass.config.Configuration;
import io.windlass.config.ConfigurationException;
import io.windlass.connect.BackendConfig;
import io.windlass.connect.BackendKind;
import io.windlass.connect.BackendKinds;
import io.windlass.secret.Keyring;
import io.windlass.setting.Formats;
import io.windlass.setting.Setting;
import io.windlass.setting.SettingReader;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Kind of a backend that nobody has heard of. All that is known of it is in this package. */
public final class TapeKind implements BackendKind {
  private static final Setting<String> LIBRARY =
      new Setting<>("LIBRARY", Formats.region(), Setting.required(), "The name of the library.");

  private record Config(String name, String library) implements BackendConfig {
    @Override
    public String place() {
      return "in library " + library;
    }

    @Override
    public Optional<Path> makes() {
      return Optional.empty();
    }

    @Override
    public Backend open(Supplier<Keyring> keyring) {
      return new TapeBackend(name, library);
    }
  }

  /** The backend that the kind's settings describe: it is named {@code cold}. */
  public static Backend open(Keyring keyring) {
    TapeKind kind = new TapeKind();
    try {
      Configuration read =
          Configuration.read(
              Map.of(
                  "HOME", "/home/me",
                  "WINDLASS_BACKENDS", "cold",
                  "WINDLASS_COLD_KIND", "tape",
                  "WINDLASS_COLD_LIBRARY", "north"),
              new BackendKinds(List.of(kind), kind));
      return read.backends().getFirst().config().open(() -> keyring);
    } catch (ConfigurationException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public String name() {
    return "tape";
  }

  @Override
  public List<Setting<?>> settings() {
    return List.of(LIBRARY);
  }

  @Override
  public boolean isLocal() {
    return true;
  }

  @Override
  public Supplier<BackendConfig> read(String backend, SettingReader settings) {
    Supplier<String> library = settings.value(LIBRARY);
    return () -> new Config(backend, library.get());
  }
}
