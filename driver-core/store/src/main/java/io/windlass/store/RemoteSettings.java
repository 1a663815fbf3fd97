package io.windlass.store;

import static io.windlass.setting.Setting.byDefault;
import static io.windlass.setting.Setting.otherwise;

import io.windlass.setting.Formats;
import io.windlass.setting.Setting;
import java.nio.file.Path;
import java.time.Duration;

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

  private RemoteSettings() {}
}
