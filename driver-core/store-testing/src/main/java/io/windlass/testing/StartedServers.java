package io.windlass.testing;

import java.util.ArrayList;
import java.util.List;

/** Servers to be stopped together, the last one first. */
final class StartedServers implements AutoCloseable {
  private final List<PrivateServer<?>> servers = new ArrayList<>();

  /** Starts another. */
  <S> PrivateServer<S> start(ServerKind<S> kind, Place place) {
    PrivateServer<S> started = PrivateServer.start(kind, place);
    servers.add(started);
    return started;
  }

  /** Returns all servers in the order of their start. */
  List<PrivateServer<?>> servers() {
    return List.copyOf(servers);
  }

  @Override
  public void close() {
    servers.reversed().forEach(PrivateServer::close);
  }
}
