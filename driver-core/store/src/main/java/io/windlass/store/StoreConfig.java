package io.windlass.store;

import io.windlass.secret.Keyring;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;

/** What is configured of one backend of some kind. Holds no secret, only where secrets are. */
public interface StoreConfig {
  /** The name it is configured under, {@code [a-z0-9-]{1,32}}. */
  String name();

  /** Where it is, for people, like "at https://minio.example" or "in /srv/buckets". */
  String place();

  /** The directory of this machine that it makes when it is opened first, if it has one. */
  Optional<Path> makes();

  /**
   * Opens it. Nothing is asked of a remote server; an embedded one is started.
   *
   * @param keyring the keys that secrets of principals are derived from, asked for at each use
   * @throws DriverException when an embedded one cannot be started
   */
  Backend open(Supplier<Keyring> keyring);
}
