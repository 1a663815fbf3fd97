package io.windlass.connect;

import io.windlass.backend.Backend;
import io.windlass.error.DriverException;
import io.windlass.secret.Keyring;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;

/** Configuration of one backend. Contains no secret, only the places of secrets. */
public interface BackendConfig {
  /** Returns the name under which it is configured, {@code [a-z0-9-]{1,32}}. */
  String name();

  /**
   * Returns where the backend is, for people, like "at https://minio.example" or "in /srv/buckets".
   */
  String place();

  /**
   * Returns what is the same for two backends only if a bucket of one is surely the bucket of the
   * same name of the other.
   */
  default String namespace() {
    return place();
  }

  /**
   * Returns the directory of this machine that the backend makes when it is first opened, if it has
   * one.
   */
  Optional<Path> makes();

  /**
   * Returns whether the backend derives secrets of principals from keys that it keeps itself, and
   * has no use for those of the driver.
   */
  default boolean hasOwnKeys() {
    return false;
  }

  /**
   * Opens the backend. Nothing is asked of a remote server; an embedded server is started.
   *
   * @param keyring the keys that secrets of principals are derived from, asked for at each use
   * @throws DriverException when an embedded server cannot be started
   */
  Backend open(Supplier<Keyring> keyring);
}
