package io.windlass.test.mount.fault;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.Locale;

/** Bytes of a server's answer on the wire; not necessarily HTTP. */
final class HttpAnswer {
  private final String head;
  private final byte[] body;

  /**
   * So much as it is.
   *
   * @param head status line and headers, with the line ends and the empty line at the end
   */
  HttpAnswer(String head, byte[] body) {
    this.head = head;
    this.body = body;
  }

  /** One that is as it should be. */
  static HttpAnswer of(String status, String type, String body) {
    String head =
        "HTTP/1.1 %s\r\nContent-Type: %s\r\nContent-Length: %d\r\nConnection: close\r\n\r\n"
            .formatted(status, type, body.length());
    return new HttpAnswer(head, body.getBytes(ISO_8859_1));
  }

  /** An S3 error. */
  static HttpAnswer error(String status, String code) {
    return of(
        status,
        "application/xml",
        "<?xml version=\"1.0\"?><Error><Code>%s</Code><Message>%s</Message></Error>"
            .formatted(code, code));
  }

  /** Splits the bytes of an answer into head and body. */
  static HttpAnswer parse(byte[] wire) {
    int end = new String(wire, ISO_8859_1).indexOf("\r\n\r\n") + 4;
    return new HttpAnswer(
        new String(wire, 0, end, ISO_8859_1), Arrays.copyOfRange(wire, end, wire.length));
  }

  /** Returns whether it has a header. */
  boolean has(String header) {
    return head.toLowerCase(Locale.ROOT).contains("\r\n" + header.toLowerCase(Locale.ROOT) + ":");
  }

  /** With something else in the head. */
  HttpAnswer with(String regex, String replacement) {
    return new HttpAnswer(head.replaceAll(regex, replacement), body);
  }

  /** With other bytes, as many. */
  HttpAnswer damaged() {
    byte[] other = body.clone();
    for (int i = 0; i < other.length; i += 1000) {
      other[i] ^= 1;
    }
    return new HttpAnswer(head, other);
  }

  /** Without the second half of its body, which its head still announces. */
  HttpAnswer cut() {
    return new HttpAnswer(head, Arrays.copyOf(body, body.length / 2));
  }

  /** Returns the answer to a HEAD request. */
  HttpAnswer withoutBody() {
    return new HttpAnswer(head, new byte[0]);
  }

  void send(OutputStream to) throws IOException {
    to.write(head.getBytes(ISO_8859_1));
    to.write(body);
    to.flush();
  }
}
