package io.windlass.rpc;

import java.time.Duration;
import java.util.Optional;

/**
 * Settings of a server.
 *
 * @param endpoint socket to listen on
 * @param mode permission bits of the socket: whoever may write to it may call the driver. The
 *     sidecar runs as another user (65532), so it has to be in the socket's group
 * @param group the socket's group, by name or number; empty: the group of this process
 * @param stopTimeout how long calls in flight may go on after {@link UnixServer#close} before they
 *     are cancelled
 * @param transport how the server reads and writes the socket
 */
public record ServerSettings(
    UnixEndpoint endpoint,
    int mode,
    Optional<String> group,
    Duration stopTimeout,
    Transport transport) {
  /** Mode that lets the owner and the group connect. */
  public static final int DEFAULT_MODE = 0660;

  /** Timeout below the 30 seconds that Kubernetes waits before it kills the process. */
  public static final Duration DEFAULT_STOP_TIMEOUT = Duration.ofSeconds(20);

  /** Returns settings with this endpoint and the defaults for everything else. */
  public static ServerSettings at(UnixEndpoint endpoint) {
    return new ServerSettings(
        endpoint, DEFAULT_MODE, Optional.empty(), DEFAULT_STOP_TIMEOUT, Transport.best());
  }
}
