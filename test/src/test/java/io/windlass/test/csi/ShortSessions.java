package io.windlass.test.csi;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.testing.proxy.Intermediary;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What stands before a token service and changes what that says of the end of its sessions: those
 * that last for seconds can be seen to be renewed.
 */
final class ShortSessions {
  private ShortSessions() {}

  /** Starts one; all answers of the service go through {@code change}. */
  static Intermediary before(URI service, UnaryOperator<String> change) throws IOException {
    return Intermediary.start("sts", client -> answer(client, service, change));
  }

  private static void answer(Socket client, URI service, UnaryOperator<String> change)
      throws IOException {
    InputStream from = client.getInputStream();
    String head = Intermediary.head(from);
    Matcher length = Pattern.compile("(?i)\r\nContent-Length: *([0-9]+)").matcher(head);
    assertThat(length.find()).isTrue();
    byte[] body = from.readNBytes(Integer.parseInt(length.group(1)));
    try (Socket to = new Socket(service.getHost(), service.getPort())) {
      Intermediary.send(to, Intermediary.only(head));
      to.getOutputStream().write(body);
      String answer = new String(to.getInputStream().readAllBytes(), ISO_8859_1);
      Intermediary.send(client, change.apply(answer));
    }
  }
}
