package io.windlass.testing;

/** Shows the output of a server beside the failure of the test that used it. */
final class ServerOutput extends Exception {
  private static final long serialVersionUID = 1L;

  ServerOutput(PrivateServer<?> server) {
    super("%s wrote:%n%s".formatted(server, server.output()), null, false, false);
  }
}
