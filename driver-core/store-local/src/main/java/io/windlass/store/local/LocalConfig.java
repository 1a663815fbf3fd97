package io.windlass.store.local;

import io.windlass.secret.Keyring;
import io.windlass.store.Backend;
import io.windlass.store.StoreConfig;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Configuration of one local backend.
 *
 * @param name of the backend, {@code [a-z0-9-]{1,32}}
 * @param directory where buckets are kept, each a directory of its own; made if it is missing. On a
 *     file system with extended attributes, and nobody else's while the backend is open
 * @param listen where the server listens, and workloads find it: no wildcard. Port 0 is any free
 *     one; the choice is kept in the directory, as workloads go on using what they were told
 * @param region what the server says its region is
 */
public record LocalConfig(String name, Path directory, InetSocketAddress listen, String region)
    implements StoreConfig {
  public static final String DEFAULT_REGION = "us-east-1";

  /** Throws {@link IllegalArgumentException} that names the field and what would be right. */
  public LocalConfig {
    require(name.matches("[a-z0-9-]{1,32}"), "name must be 1 to 32 of a-z, 0-9 and '-'");
    require(!listen.isUnresolved(), "listen must name a host that can be resolved");
    require(
        !listen.getAddress().isAnyLocalAddress(),
        "listen must be an address that workloads can be told, not a wildcard");
    require(region.matches("[A-Za-z0-9-]{1,63}"), "region must be 1 to 63 letters, digits and '-'");
  }

  /** On this machine only, on any free port. */
  public static LocalConfig in(Path directory) {
    return new LocalConfig(
        "local",
        directory,
        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
        DEFAULT_REGION);
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
  public Backend open(Supplier<Keyring> keyring) {
    return LocalBackend.open(this);
  }

  private static void require(boolean holds, String message) {
    if (!holds) {
      throw new IllegalArgumentException(message);
    }
  }
}
