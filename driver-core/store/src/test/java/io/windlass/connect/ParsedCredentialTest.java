package io.windlass.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.windlass.secret.Secret;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class ParsedCredentialTest {
  private final AtomicReference<Secret> text = new AtomicReference<>(Secret.of("1"));
  private final List<String> parsed = new ArrayList<>();
  private final ParsedCredential<Integer> credential =
      new ParsedCredential<>(text::get, this::parse);

  private int parse(Secret from) {
    parsed.add(from.reveal());
    return Integer.parseInt(from.reveal());
  }

  @Test
  void aTextIsParsedOnceUntilItChanges() {
    assertThat(List.of(credential.get(), credential.get())).containsExactly(1, 1);
    text.set(Secret.of("1")); // the same, read again
    assertThat(credential.get()).isEqualTo(1);
    assertThat(parsed).containsExactly("1");
    text.set(Secret.of("2"));
    assertThat(List.of(credential.get(), credential.get())).containsExactly(2, 2);
    assertThat(parsed).containsExactly("1", "2");
  }

  /** What is wrong stays wrong until it changes. */
  @Test
  void aTextThatIsNoneIsToldEachTime() {
    text.set(Secret.of("x"));
    for (int i = 0; i < 2; i++) {
      assertThatIllegalArgumentException().isThrownBy(credential::get);
    }
    text.set(Secret.of("3"));
    assertThat(credential.get()).isEqualTo(3);
  }
}
