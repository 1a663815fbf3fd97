package io.windlass.connect;

import static io.windlass.setting.Setting.byDefault;
import static io.windlass.setting.Setting.otherwise;

import io.windlass.http.CaCertificate;
import io.windlass.http.HttpProxy;
import io.windlass.http.HttpSettings;
import io.windlass.http.Proxies;
import io.windlass.setting.Format;
import io.windlass.setting.Formats;
import io.windlass.setting.Setting;
import io.windlass.setting.SettingReader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/** Settings that all kinds of backends with a remote server have. */
public final class RemoteSettings {
  /**
   * At most 11 seconds: callers of the driver wait about 15 seconds, and the answer must reach
   * them.
   */
  public static final Setting<Duration> CALL_TIMEOUT =
      new Setting<>(
          "CALL_TIMEOUT",
          Formats.duration(Duration.ofSeconds(1), Duration.ofSeconds(11)),
          byDefault("10s"),
          "How long a call to the server may take, with its retries.");

  public static final Setting<Path> CA_CERTIFICATE =
      new Setting<>(
          "CA_CERTIFICATE",
          certificates(),
          otherwise("those the system trusts"),
          "A PEM file with the certificates to trust.");

  /** With user and password, it would be a secret in a setting. */
  public static final Setting<Proxies> PROXY =
      new Setting<>(
          "PROXY",
          new Format<>("none, or %s, without user".formatted(HttpProxy.RIGHT), Proxies::ofSetting),
          otherwise("as the environment says, read as by curl"),
          "The proxy that all requests of the backend go through, whatever the environment says;"
              + " with none, they go through none.");

  private RemoteSettings() {}

  /** Returns a format for the absolute path of a file of certificates that can be trusted. */
  public static Format<Path> certificates() {
    Format<Path> file = Formats.existingFile();
    return new Format<>(
        file.right() + ", with certificates in PEM",
        text -> {
          Path pem = file.parse(text).orElseThrow();
          CaCertificate.require(pem);
          return pem;
        });
  }

  /** Reads the settings; the result is to be asked only if no setting was wrong. */
  public static Supplier<HttpSettings> read(SettingReader settings) {
    Supplier<Duration> callTimeout = settings.value(CALL_TIMEOUT);
    Supplier<Optional<Path>> caCertificate = settings.option(CA_CERTIFICATE);
    Supplier<Optional<Proxies>> proxies = settings.option(PROXY);
    Proxies environment = Proxies.ofEnvironment(settings::environment);
    return () -> {
      Duration call = callTimeout.get();
      Duration attempt = HttpSettings.DEFAULT.attemptTimeout();
      return new HttpSettings(
          call,
          attempt.compareTo(call) < 0 ? attempt : call,
          caCertificate.get(),
          proxies.get().orElse(environment));
    };
  }
}
