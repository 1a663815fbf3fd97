package io.windlass.error;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.Test;

class FailureTest {
  /** The JDK's client says it by two exceptions without a message. */
  @Test
  void aConnectionThatIsRefusedIsCalledSo() throws IOException {
    int port;
    try (ServerSocket closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = closed.getLocalPort();
    }
    HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port)).build();
    try (HttpClient client = HttpClient.newHttpClient()) {
      IOException refused =
          catchThrowableOfType(
              IOException.class, () -> client.send(request, BodyHandlers.discarding()));
      assertThat(Failure.unanswered(refused))
          .isEqualTo(Failure.of(Meaning.UNREACHABLE, "connection refused"));
    }
  }
}
