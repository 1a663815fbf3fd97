package io.windlass.cosi.sanity.azure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.windlass.cosi.sanity.store.Proof;
import io.windlass.cosi.sanity.store.ProxyRule;
import io.windlass.cosi.sanity.store.StoreSession;
import io.windlass.cosi.sanity.wire.Access;
import io.windlass.cosi.sanity.wire.Redaction;
import io.windlass.cosi.sanity.wire.WorkloadCredential;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the answer to a grant has to contain for a client of Azure. */
class AzureSessionsTest {
  private static final String SIGNED = "sr=c&si=policy&sig=c2VjcmV0%2Bsecret%3D";

  private final AzureSessions sessions = new AzureSessions(Duration.ofSeconds(1), ProxyRule.NONE);

  private static Access access(String token) {
    return new Access("ba", List.of(), List.of(new WorkloadCredential.Azure(token, "")), List.of());
  }

  @Test
  void theUriNamesTheContainer() {
    Access access = access("https://shop.blob.core.windows.net/orders?" + SIGNED);
    for (Proof proof : Proof.values()) {
      StoreSession session = sessions.open(access, "azure/other", proof);
      assertThat(session.bucket()).isEqualTo("orders");
      assertThat(session.in("payroll").bucket()).isEqualTo("payroll");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        SIGNED,
        "?" + SIGNED,
        "https://shop.blob.core.windows.net/?" + SIGNED,
        "https://shop.blob.core.windows.net/orders",
        "https://:%zz/orders?" + SIGNED
      })
  void whatIsNoSuchUriIsRefusedAndNotShown(String token) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> sessions.open(access(token), "azure/orders", Proof.GRANTED))
        .withMessageContaining("is not the URI of a container")
        .withMessageNotContaining("sig=")
        .withNoCause();
  }

  @Test
  void anAnswerWithoutATokenIsSaidToBe() {
    assertThatIllegalArgumentException()
        .isThrownBy(() ->
            sessions.open(new Access("ba", List.of(), List.of(), List.of()), "b", Proof.GRANTED))
        .withMessageContaining("it has no Azure access token");
  }

  @Test
  void aSignatureIsASecretWithoutItsUri() {
    Redaction redaction = new Redaction();
    redaction.learn(access("https://shop.blob.core.windows.net/orders?" + SIGNED).credentials());

    assertThat(redaction.apply("sig: c2VjcmV0%2Bsecret%3D, signed c2VjcmV0+secret="))
        .isEqualTo("sig: ***, signed ***");
  }
}
