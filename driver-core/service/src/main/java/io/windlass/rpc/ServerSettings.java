package io.windlass.rpc;

import java.time.Duration;
import java.util.Optional;

/**
 * How a server listens.
 *
 * @param endpoint where
 * @param mode permission bits of the socket: whoever may write to it may call. The sidecar runs as
 *     another user (65532), so its group needs to be the socket's
 * @param group the socket's group by name or number; without one, the group of this process
 * @param stopTimeout how long calls in flight may go on after {@link UnixServer#close} before they
 *     are cancelled
 * @param transport how bytes move
 */
public record ServerSettings(
    UnixEndpoint endpoint,
    int mode,
    Optional<String> group,
    Duration stopTimeout,
    Transport transport) {
  /** The owner and the group may connect. */
  public static final int DEFAULT_MODE = 0660;

  /** Shorter than the 30 seconds that Kubernetes waits before it kills. */
  public static final Duration DEFAULT_STOP_TIMEOUT = Duration.ofSeconds(20);

  /** The defaults for all but the endpoint. */
  public static ServerSettings at(UnixEndpoint endpoint) {
    return new ServerSettings(
        endpoint, DEFAULT_MODE, Optional.empty(), DEFAULT_STOP_TIMEOUT, Transport.best());
  }
}
