package io.windlass.connect;

import static io.windlass.setting.Setting.byDefault;
import static io.windlass.setting.Setting.otherwise;

import io.windlass.http.HttpProxy;
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
          Formats.existingFile(),
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

  /**
   * What the settings say.
   *
   * @param callTimeout longest that a call takes, repetitions included
   * @param caCertificate PEM file of the certificates to trust instead of the system's
   * @param proxies which requests go through a proxy
   */
  public record Values(Duration callTimeout, Optional<Path> caCertificate, Proxies proxies) {

    /** Returns how long one attempt of a call takes: as usual, and no longer than the call. */
    public Duration attemptTimeout(Duration usual) {
      return usual.compareTo(callTimeout) < 0 ? usual : callTimeout;
    }
  }

  /** Reads the settings; the result is to be asked only if no setting was wrong. */
  public static Supplier<Values> read(SettingReader settings) {
    Supplier<Duration> callTimeout = settings.value(CALL_TIMEOUT);
    Supplier<Optional<Path>> caCertificate = settings.option(CA_CERTIFICATE);
    Supplier<Optional<Proxies>> proxies = settings.option(PROXY);
    Proxies environment = Proxies.ofEnvironment(settings::environment);
    return () ->
        new Values(callTimeout.get(), caCertificate.get(), proxies.get().orElse(environment));
  }
}
