package io.windlass.config;

import static io.windlass.config.Settings.PREFIX;

import io.windlass.secret.SecretDirectory;
import io.windlass.store.local.LocalConfig;
import io.windlass.store.s3.S3Config;
import io.windlass.store.s3.S3Connection;
import io.windlass.store.s3.S3Flavor;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;

/** Reads which backends there are, and the settings of each. Used once. */
final class BackendsReader {
  /** The backend there is where none is configured. */
  private static final String LOCAL = "local";

  private final Variables variables;
  private final boolean configured;
  private final List<String> names;

  BackendsReader(Variables variables) {
    this.variables = variables;
    this.configured = variables.text(Settings.BACKENDS.name()).isPresent();
    this.names =
        variables
            .option(Settings.BACKENDS.name(), Settings.BACKENDS)
            .get()
            .orElse(configured ? List.of() : List.of(LOCAL));
  }

  /** Their names. */
  List<String> names() {
    return names;
  }

  /**
   * What they are.
   *
   * @param allLocal whether none of them is a remote one
   */
  record Found(List<Supplier<BackendConfig>> backends, boolean allLocal) {}

  /** Reads all of them. */
  Found read() {
    List<Supplier<BackendConfig>> backends = new ArrayList<>();
    boolean local = true;
    for (String name : names) {
      Optional<BackendKind> kind = kind(name);
      local &= kind.equals(Optional.of(BackendKind.LOCAL));
      kind.ifPresent(known -> backends.add(backend(name, known)));
    }
    return new Found(backends, local);
  }

  private Optional<BackendKind> kind(String name) {
    String variable = variable(name, Settings.KIND);
    Optional<String> text = variables.text(variable);
    if (text.isEmpty() && !configured) {
      return Optional.of(BackendKind.LOCAL);
    }
    if (text.filter(List.of("azure", "gcs")::contains).isPresent()) {
      variables.problem(
          "%s names a kind that is not offered yet: it must be %s"
              .formatted(variable, Settings.KIND.format().right()));
      return Optional.empty();
    }
    return option(name, Settings.KIND).get();
  }

  private Supplier<BackendConfig> backend(String name, BackendKind kind) {
    for (Setting<?> setting : Settings.BACKEND) {
      String variable = variable(name, setting);
      if (!setting.kinds().contains(kind) && variables.text(variable).isPresent()) {
        variables.problem(
            "%s does not apply to a backend of kind %s: remove it"
                .formatted(variable, kind.name().toLowerCase(Locale.ROOT)));
      }
    }
    return switch (kind) {
      case S3 -> s3(name);
      case LOCAL -> local(name);
    };
  }

  private Supplier<BackendConfig> s3(String name) {
    Supplier<S3Flavor> flavor = value(name, Settings.FLAVOR);
    Supplier<URI> endpoint = value(name, Settings.ENDPOINT);
    Supplier<Optional<URI>> publicEndpoint = option(name, Settings.PUBLIC_ENDPOINT);
    Supplier<String> region = value(name, Settings.REGION);
    Supplier<Boolean> pathStyle = value(name, Settings.PATH_STYLE);
    Supplier<Path> credentials = value(name, Settings.CREDENTIALS);
    Supplier<Duration> callTimeout = value(name, Settings.CALL_TIMEOUT);
    Supplier<Integer> maxConnections = value(name, Settings.MAX_CONNECTIONS);
    Supplier<Optional<Path>> caCertificate = option(name, Settings.CA_CERTIFICATE);
    Supplier<RegistryConfig> registry = registry(name);
    Supplier<List<String>> regions = regions(name);
    return () ->
        new BackendConfig(
            new S3Config(
                name,
                flavor.get(),
                new S3Connection(
                    endpoint.get(),
                    region.get(),
                    pathStyle.get(),
                    callTimeout.get(),
                    attemptTimeout(callTimeout.get()),
                    maxConnections.get(),
                    caCertificate.get()),
                publicEndpoint.get(),
                new SecretDirectory(credentials.get())),
            registry.get(),
            regions.get());
  }

  private static Duration attemptTimeout(Duration callTimeout) {
    Duration usual = S3Connection.DEFAULT_ATTEMPT_TIMEOUT;
    return usual.compareTo(callTimeout) < 0 ? usual : callTimeout;
  }

  private Supplier<BackendConfig> local(String name) {
    Supplier<Path> directory = directory(name);
    Supplier<InetSocketAddress> listen = value(name, Settings.LISTEN);
    Supplier<String> region = value(name, Settings.REGION);
    Supplier<RegistryConfig> registry = registry(name);
    Supplier<List<String>> regions = regions(name);
    return () ->
        new BackendConfig(
            new LocalConfig(name, directory.get(), listen.get(), region.get()),
            registry.get(),
            regions.get());
  }

  private Supplier<List<String>> regions(String name) {
    Supplier<Optional<List<String>>> declared = option(name, Settings.REGIONS);
    return () -> declared.get().orElse(List.of());
  }

  /** As the XDG Base Directory Specification has it: a relative XDG_DATA_HOME does not count. */
  private Supplier<Path> directory(String name) {
    Optional<Path> data =
        variables
            .text("XDG_DATA_HOME")
            .filter(text -> text.startsWith("/"))
            .or(() -> variables.text("HOME").map(home -> home + "/.local/share"))
            .map(Path::of);
    Optional<Path> usual = data.map(parent -> parent.resolve("windlass").resolve(name));
    String variable = variable(name, Settings.DIRECTORY);
    if (usual.isEmpty() && variables.text(variable).isEmpty()) {
      variables.problem(
          "%s is missing, and there is no HOME for the usual one: it must be %s"
              .formatted(variable, Settings.DIRECTORY.format().right()));
    }
    Supplier<Optional<Path>> given = option(name, Settings.DIRECTORY);
    return () -> given.get().or(() -> usual).orElseThrow();
  }

  private Supplier<RegistryConfig> registry(String name) {
    Supplier<String> bucket = value(name, Settings.REGISTRY_BUCKET);
    Supplier<Boolean> create = value(name, Settings.REGISTRY_CREATE);
    return () -> new RegistryConfig(bucket.get(), create.get());
  }

  private <T> Supplier<T> value(String backend, Setting<T> setting) {
    return variables.value(variable(backend, setting), setting);
  }

  private <T> Supplier<Optional<T>> option(String backend, Setting<T> setting) {
    return variables.option(variable(backend, setting), setting);
  }

  /** The variable of a backend's setting. */
  static String variable(String backend, Setting<?> setting) {
    return PREFIX + backend.toUpperCase(Locale.ROOT).replace('-', '_') + "_" + setting.name();
  }
}
