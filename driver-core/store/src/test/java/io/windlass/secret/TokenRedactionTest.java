package io.windlass.secret;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.error.DriverException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpRequest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TokenRedactionTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://a.example/c/b?sv=1&sr=c&sig=CANARY&se=2",
        "Illegal character in query at index 9: https://a.example/c?sig=CAN\nCANARY CANARY",
        "https://s3.example/b/k?X-Amz-Credential=id&X-Amz-Signature=CANARY",
        "https://s3.example/b/k?x-amz-security-token=CANARY&X-Amz-Expires=1",
        "https://gs.example/b/k?X-Goog-Signature=CANARY",
        "grant_type=refresh&client_secret=CANARY&refresh_token=CANARY",
        "client_assertion=CANARY",
        "{\"access_token\": \"CANARY\", \"expires_in\": 1}",
        "invalid header value: \"Bearer CAN\nCANARY\"",
        "Illegal character(s) in message header value: CANARY",
        "Authorization: Bearer CANARY",
        "SharedKey account:CANARY",
        "GOOG4-HMAC-SHA256 Credential=id/auto, SignedHeaders=host, Signature=CANARY",
        "The MAC signature found in the HTTP request 'CANARY' is not the same as any",
        "<SignatureProvided>CANARY</SignatureProvided>"
      })
  void secretsAreTakenAway(String text) {
    assertThat(TokenRedaction.of(text)).contains("***").doesNotContain("CANARY");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "azure: put container/design=1&big=2: no answer from the server: Connection refused",
        "the account does not accept the key (AuthenticationFailed): check the signature",
        "https://a.example/c/b?sv=1&sr=c&comp=block"
      })
  void allElseStays(String text) {
    assertThat(TokenRedaction.of(text)).isEqualTo(text);
  }

  @Test
  void whatAnExceptionWasCausedByTellsNoneEither() {
    IOException inner = new IOException("https://a.example/c?sig=CANARY");
    IllegalStateException outer = new IllegalStateException("the client failed", inner);
    outer.addSuppressed(new IOException("Bearer CANARY"));

    DriverException thrown = new DriverException.Unexpected("sig=CANARY", outer);

    StringWriter all = new StringWriter();
    thrown.printStackTrace(new PrintWriter(all));
    assertThat(all.toString())
        .doesNotContain("CANARY")
        .contains("the client failed", "java.io.IOException: https://a.example/c?sig=***")
        .contains("TokenRedactionTest");
  }

  @Test
  void anExceptionWithoutSecretsIsTheSame() {
    IOException cause = new IOException("Connection refused");

    assertThat(new DriverException.Unavailable("no answer", cause).getCause()).isSameAs(cause);
  }

  /** What the JDK says of a header that is none. */
  @Test
  void aHeaderThatTheClientRefusesIsNotShown() {
    try {
      HttpRequest.newBuilder(URI.create("http://a.example")).header("h", "CAN\nCANARY");
    } catch (IllegalArgumentException e) {
      assertThat(TokenRedaction.of(String.valueOf(e.getMessage()))).doesNotContain("CANARY");
    }
  }
}
