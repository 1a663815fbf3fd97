package io.windlass.error;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.channels.UnresolvedAddressException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.util.List;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.junit.jupiter.api.Test;

class FailureTest {
  private static String said(Exception why) {
    return Failure.unanswered(new SSLHandshakeException("no").initCause(why)).text();
  }

  @Test
  void whyACertificateIsNotTrustedDecidesWhatToDo() {
    assertThat(
            said(new CertificateException("x", new CertificateExpiredException("NotAfter: now"))))
        .isEqualTo("the server's certificate has expired (NotAfter: now): have it renewed");
    assertThat(said(new CertificateNotYetValidException("NotBefore: then")))
        .contains("not valid yet", "clock");
    for (Exception other :
        List.of(
            new CertificateException("No subject alternative DNS name matching s3.example found."),
            new CertificateException("No name matching s3.example found"),
            new SSLPeerUnverifiedException(
                "Certificate for <a> doesn't match any of the subject alternative names: [b]"))) {
      assertThat(said(other)).contains("is for another host", "name the server in the endpoint");
    }
    assertThat(said(new CertificateException("unable to find valid certification path")))
        .contains("name a PEM file of the authority");
  }

  @Test
  void whatMayBeWrongWithAnEndpointIsSaid() {
    assertThat(Failure.unanswered(new UnknownHostException("minoi")).text())
        .isEqualTo(
            "no answer from the server: its name is not known here (minoi): check the endpoint, and"
                + " DNS");
    assertThat(
            Failure.unanswered(new SSLException("Unsupported or unrecognized SSL message")).text())
        .contains("it does not speak TLS", "the endpoint may have to be http");
    assertThat(Failure.unanswered(new IOException("The target server failed to respond")).text())
        .contains("it ended the connection", "has to be https");
    Exception unresolved = new ConnectException();
    unresolved.initCause(new UnresolvedAddressException());
    assertThat(Failure.unanswered(unresolved).text()).contains("(unknown host): check");
    assertThat(Failure.of(Meaning.FOREIGN, "HTTP 400").text()).contains("http or https");
  }

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
