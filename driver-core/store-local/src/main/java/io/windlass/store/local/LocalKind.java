package io.windlass.store.local;

import static io.windlass.setting.Setting.byDefault;
import static io.windlass.setting.Setting.otherwise;

import io.windlass.connect.BackendConfig;
import io.windlass.connect.BackendKind;
import io.windlass.setting.Formats;
import io.windlass.setting.Setting;
import io.windlass.setting.SettingReader;
import io.windlass.store.s3.S3Kind;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Kind of a backend that is an embedded S3 server over a directory of this machine. */
public final class LocalKind implements BackendKind {
  private static final Setting<Path> DIRECTORY =
      new Setting<>(
          "DIRECTORY",
          Formats.absolutePath(),
          otherwise("${XDG_DATA_HOME:-~/.local/share}/windlass/NAME"),
          "Directory in which buckets are kept. It is made if it is missing.");

  private static final Setting<InetSocketAddress> LISTEN =
      new Setting<>(
          "LISTEN",
          Formats.reachableAddress(),
          byDefault("127.0.0.1:15900"),
          "Address on which the embedded server listens and workloads reach it. Credentials that"
              + " were granted name it, so it has to stay the same.");

  @Override
  public String name() {
    return "local";
  }

  @Override
  public List<Setting<?>> settings() {
    return List.of(S3Kind.REGION, DIRECTORY, LISTEN);
  }

  @Override
  public boolean isLocal() {
    return true;
  }

  @Override
  public Supplier<BackendConfig> read(String backend, SettingReader settings) {
    Supplier<Path> directory = directory(backend, settings);
    Supplier<InetSocketAddress> listen = settings.value(LISTEN);
    Supplier<String> region = settings.value(S3Kind.REGION);
    return () -> new LocalConfig(backend, directory.get(), listen.get(), region.get());
  }

  /**
   * Returns the directory. The default follows the XDG Base Directory Specification: a relative
   * XDG_DATA_HOME is ignored.
   */
  private static Supplier<Path> directory(String backend, SettingReader settings) {
    Optional<Path> data =
        settings
            .environment("XDG_DATA_HOME")
            .filter(text -> text.startsWith("/"))
            .or(() -> settings.environment("HOME").map(home -> home + "/.local/share"))
            .map(Path::of);
    Optional<Path> usual = data.map(parent -> parent.resolve("windlass").resolve(backend));
    String variable = settings.variable(DIRECTORY);
    if (usual.isEmpty() && settings.environment(variable).isEmpty()) {
      settings.problem(
          "%s is missing, and there is no HOME for the usual one: it must be %s"
              .formatted(variable, DIRECTORY.format().right()));
    }
    Supplier<Optional<Path>> given = settings.option(DIRECTORY);
    return () -> given.get().or(() -> usual).orElseThrow();
  }
}
