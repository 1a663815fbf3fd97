package io.windlass.store.s3.object;

import com.sun.net.httpserver.HttpExchange;
import io.windlass.testing.proxy.ScriptedServer;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;

/**
 * An answer that never ends by itself. It is given up after far more than anybody should read, so
 * that a test fails and does not hang.
 *
 * @param sent bytes of bodies so far
 */
public record EndlessAnswer(int status, String begin, String more, AtomicLong sent)
    implements ScriptedServer.Answer {
  private static final long FAR_TOO_MUCH = 256L << 20;
  private static final int AT_ONCE = 64 << 10;

  public static EndlessAnswer of(int status, String begin, String more) {
    return new EndlessAnswer(status, begin, more, new AtomicLong());
  }

  @Override
  public void send(HttpExchange exchange) throws IOException {
    byte[] piece = more.repeat(AT_ONCE / more.length()).getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, 0);
    try (OutputStream body = exchange.getResponseBody()) {
      body.write(begin.getBytes(StandardCharsets.UTF_8));
      while (sent.get() < FAR_TOO_MUCH) {
        body.write(piece);
        sent.addAndGet(piece.length);
      }
    }
  }
}
