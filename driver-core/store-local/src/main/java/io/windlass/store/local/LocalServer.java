package io.windlass.store.local;

import io.windlass.access.KeyGeneration;
import io.windlass.error.DriverException;
import io.windlass.store.Capabilities;
import io.windlass.store.Feature;
import io.windlass.store.s3.access.DerivedKeys;
import io.windlass.store.s3.client.S3Key;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.EnumSet;
import java.util.OptionalInt;
import java.util.concurrent.ThreadLocalRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A directory that is served: its state, its accounts, and the S3 server over them. */
final class LocalServer implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(LocalServer.class);
  private static final long MIB = 1L << 20;
  private static final long GIB = 1L << 30;

  /**
   * The features and limits of the store. Versions, tags, quotas and the like are missing, because
   * S3Proxy does not have them over files.
   */
  static final Capabilities CAPABILITIES =
      new Capabilities(
          EnumSet.of(
              Feature.PUT_IF_ABSENT,
              Feature.PUT_IF_MATCH,
              Feature.GET_DESCRIBES,
              Feature.DELETE_IF_MATCH,
              Feature.COPY_CONDITIONAL,
              Feature.COMPLETE_CONDITIONAL,
              Feature.ACCESS_KEYS,
              Feature.ACCESS_MULTI_BUCKET,
              Feature.ACCESS_PREFIX,
              Feature.ACCESS_EXPIRY,
              Feature.ACCESS_BUCKET_METADATA_READ),
          63,
          1000,
          5 * GIB,
          1024 * GIB,
          5 * MIB,
          5 * GIB,
          10_000);

  private static final int FIRST_PORT = 15_000;
  private static final int END_OF_PORTS = 32_000;
  private static final int PORTS_TRIED = 100;

  /**
   * Name from which the administrator's key is derived. No principal's account has it, because
   * those names are in lower case.
   */
  private static final String ROOT = "ROOT";

  private final LocalState state;
  private final EmbeddedServer server;
  private final URI endpoint;
  private final S3Key root;
  private final LocalAccess access;

  private LocalServer(
      LocalState state, EmbeddedServer server, URI endpoint, S3Key root, LocalAccess access) {
    this.state = state;
    this.server = server;
    this.endpoint = endpoint;
    this.root = root;
    this.access = access;
  }

  /**
   * Starts to serve a directory.
   *
   * @param clock decides when access has expired
   * @throws DriverException.InUse when another process serves the directory, or uses the port
   * @throws DriverException.InvalidArgument when the directory cannot hold objects
   * @throws DriverException.Unavailable when the directory cannot be read or written
   */
  static LocalServer open(LocalConfig config, Clock clock) {
    Path directory = config.directory().toAbsolutePath().normalize();
    try {
      DurableFile.makeDirectory(directory);
      LocalState state = LocalState.open(directory);
      try {
        return serve(config, directory, state, clock);
      } catch (IOException | RuntimeException | LinkageError e) {
        state.close();
        throw e;
      }
    } catch (IOException e) {
      throw new DriverException.Unavailable(
          "directory %s cannot be used: %s"
              .formatted(
                  directory,
                  Files.exists(directory) && !Files.isDirectory(directory)
                      ? "it is no directory"
                      : e),
          e);
    }
  }

  private static LocalServer serve(
      LocalConfig config, Path directory, LocalState state, Clock clock) throws IOException {
    DerivedKeys keys = new DerivedKeys(state::keyring);
    S3Key root = keys.derive(ROOT, new KeyGeneration(0, state.keyring().current()));
    Accounts accounts = Accounts.open(state.accounts(), keys, root, clock);
    OptionalInt before = state.port();
    InetSocketAddress listen = listen(config.listen(), before);
    EmbeddedServer server = start(config, directory, listen, accounts);
    try {
      URI endpoint = endpoint(config.listen().getAddress(), server.port());
      before.stream()
          .filter(port -> port != server.port())
          .forEach(port ->
              log.warn(
                  "backend {} is served at {} now, and was served at port {} before: credentials"
                      + " that name that port no longer work. Set WINDLASS_NAME_LISTEN of this"
                      + " backend to that port, or grant access anew",
                  config.name(),
                  endpoint,
                  port));
      state.keepPort(server.port());
      return new LocalServer(
          state, server, endpoint, root, new LocalAccess(accounts, keys, CAPABILITIES));
    } catch (IOException | RuntimeException e) {
      server.close();
      throw e;
    }
  }

  private static EmbeddedServer start(
      LocalConfig config, Path directory, InetSocketAddress listen, Accounts accounts)
      throws IOException {
    try {
      return EmbeddedServer.start(directory, listen, accounts);
    } catch (DriverException.InUse e) {
      throw new DriverException.InUse(
          "backend %s: %s, with WINDLASS_NAME_LISTEN (port 0: any free one)"
              .formatted(config.name(), e.getMessage()));
    }
  }

  /**
   * Returns the address to listen on. Without a configured port, this is the port of the last
   * start, because workloads go on using the port that they were told.
   */
  private static InetSocketAddress listen(InetSocketAddress configured, OptionalInt before) {
    if (configured.getPort() != 0) {
      return configured;
    }
    int port = before.orElseGet(() -> freePort(configured.getAddress()));
    return new InetSocketAddress(configured.getAddress(), port);
  }

  /**
   * Returns a free port that the system does not use for outgoing connections: such a connection
   * could have the port when this server starts again.
   */
  private static int freePort(InetAddress address) {
    return ThreadLocalRandom.current()
        .ints(PORTS_TRIED, FIRST_PORT, END_OF_PORTS)
        .filter(port -> isFree(address, port))
        .findFirst()
        .orElse(0);
  }

  private static boolean isFree(InetAddress address, int port) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.bind(new InetSocketAddress(address, port));
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private static URI endpoint(InetAddress address, int port) {
    String host = address.getHostAddress();
    return URI.create("http://%s:%d".formatted(host.contains(":") ? "[" + host + "]" : host, port));
  }

  /** Returns the URL at which the driver and workloads reach the server. */
  URI endpoint() {
    return endpoint;
  }

  /** Returns the administrator's key. */
  S3Key root() {
    return root;
  }

  /** Returns the administration of access to the store. */
  LocalAccess access() {
    return access;
  }

  /** Stops the server. Calls in flight have a few seconds to end. */
  @Override
  public void close() {
    try {
      server.close();
    } finally {
      state.close();
    }
  }
}
