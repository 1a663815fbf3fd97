package io.windlass.testing;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Clients that connect to a server, begin a request, and then neither send nor read. */
public final class SilentClients implements AutoCloseable {
  private final List<Socket> sockets = new ArrayList<>();

  /** Connects so many clients, each of which has sent this text. */
  public void connect(InetSocketAddress server, int clients, String begun) throws IOException {
    for (int i = 0; i < clients; i++) {
      Socket socket = new Socket(server.getAddress(), server.getPort());
      sockets.add(socket);
      socket.getOutputStream().write(begun.getBytes(StandardCharsets.US_ASCII));
    }
  }

  @Override
  public void close() throws IOException {
    for (Socket socket : sockets) {
      socket.close();
    }
  }
}
