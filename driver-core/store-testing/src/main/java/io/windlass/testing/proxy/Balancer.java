package io.windlass.testing.proxy;

import java.io.IOException;
import java.net.ConnectException;
import java.net.Socket;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Gives several servers one address, as a load balancer does: each connection goes to the next of
 * them, and past those that do not listen.
 */
public final class Balancer implements AutoCloseable {
  private static final String HOST = "127.0.0.1";

  private final List<Integer> ports;
  private final Map<Socket, Integer> clients = new ConcurrentHashMap<>();
  private final AtomicInteger turn = new AtomicInteger();
  private final Intermediary intermediary;

  /**
   * Starts one.
   *
   * @param ports of the servers, on the loopback address
   */
  public Balancer(List<Integer> ports) throws IOException {
    this.ports = new CopyOnWriteArrayList<>(ports);
    this.intermediary = Intermediary.start("balancer", this::serve);
  }

  /** Returns the address of all of them. */
  public URI url() {
    return intermediary.url();
  }

  /** Sends no more connections to a server, and ends those that there are. */
  public void remove(int port) throws IOException {
    ports.remove(Integer.valueOf(port));
    for (Map.Entry<Socket, Integer> client : clients.entrySet()) {
      if (client.getValue() == port) {
        client.getKey().close();
      }
    }
  }

  /** Sends connections to a server, which is ready to serve. */
  public void add(int port) {
    ports.add(port);
  }

  private void serve(Socket client) throws IOException {
    List<Integer> now = List.copyOf(ports);
    int first = turn.getAndIncrement();
    for (int i = 0; i < now.size(); i++) {
      int port = now.get(Math.floorMod(first + i, now.size()));
      clients.put(client, port);
      try {
        intermediary.connect(client, HOST, port, "");
        return;
      } catch (ConnectException e) {
        // It does not listen: the next one may.
      } finally {
        clients.remove(client);
      }
    }
  }

  @Override
  public void close() throws IOException {
    intermediary.close();
  }
}
