package io.windlass.store.local;

import io.windlass.backend.Backend;
import io.windlass.connect.BackendConfig;
import io.windlass.http.HttpSettings;
import io.windlass.secret.Keyring;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Configuration of one local backend.
 *
 * @param name name of the backend, {@code [a-z0-9-]{1,32}}
 * @param directory directory with a directory for each bucket; created if it is missing. It must be
 *     on a file system with extended attributes, and no other process may use it while the backend
 *     is open
 * @param listen address on which the server listens and at which workloads reach it; not a
 *     wildcard. Port 0 means any free port; the choice is stored in the directory, because
 *     workloads go on using the port that they were told
 * @param region region that the server reports
 * @param callTimeout longest time of a call of the driver to the server, including retries
 */
public record LocalConfig(
    String name, Path directory, InetSocketAddress listen, String region, Duration callTimeout)
    implements BackendConfig {
  public static final String DEFAULT_REGION = "us-east-1";

  /** Longer than a busy machine may let this process wait, and the server in it. */
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /**
   * Throws {@link IllegalArgumentException} naming the field that is wrong and what would be right.
   */
  public LocalConfig {
    require(name.matches("[a-z0-9-]{1,32}"), "name must be 1 to 32 of a-z, 0-9 and '-'");
    require(!listen.isUnresolved(), "listen must name a host that can be resolved");
    require(
        !listen.getAddress().isAnyLocalAddress(),
        "listen must be an address that workloads can be told, not a wildcard");
    require(region.matches("[A-Za-z0-9-]{1,63}"), "region must be 1 to 63 letters, digits and '-'");
  }

  /** Creates a configuration with the usual time limit. */
  public LocalConfig(String name, Path directory, InetSocketAddress listen, String region) {
    this(name, directory, listen, region, HttpSettings.DEFAULT.callTimeout());
  }

  /**
   * Returns a configuration that is reachable on this machine only, on any free port. Calls may
   * take minutes, so that none fails because the machine is busy.
   */
  public static LocalConfig in(Path directory) {
    return new LocalConfig(
        "local",
        directory,
        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
        DEFAULT_REGION,
        PATIENCE);
  }

  @Override
  public String place() {
    return "in " + directory;
  }

  @Override
  public Optional<Path> makes() {
    return Optional.of(directory);
  }

  @Override
  public boolean hasOwnKeys() {
    return true;
  }

  @Override
  public Backend open(Supplier<Keyring> keyring) {
    return LocalBackend.open(this);
  }

  private static void require(boolean holds, String message) {
    if (!holds) {
      throw new IllegalArgumentException(message);
    }
  }
}
