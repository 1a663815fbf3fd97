package io.windlass.secret;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MessageKeyTest {
  private static final Secret OLD = Keyring.generate();
  private static final Secret NEW = Keyring.generate();

  @Test
  void whoHasTheKeyKnowsTheMessages() {
    Keyring ring = Keyring.parse(OLD);
    MessageKey key = MessageKey.derived(ring, ring.current(), "purpose");
    String signature = key.sign("message");
    assertThat(key.accepts("message", signature)).isTrue();
    assertThat(key.accepts("other", signature)).isFalse();
    assertThat(key.accepts("message", "")).isFalse();
    assertThat(MessageKey.derived(ring, ring.current(), "other").accepts("message", signature))
        .isFalse();
    assertThat(key.toString()).doesNotContain(key.secret().reveal());
  }

  /** What an earlier key of the driver was used for goes on when there is another. */
  @Test
  void theSignerIsFoundAmongAllKeysOfTheRing() {
    Keyring before = Keyring.parse(OLD);
    MessageKey key = MessageKey.derived(before, before.current(), "purpose");
    Keyring after = Keyring.parse(Secret.of(NEW.reveal() + "\n" + OLD.reveal()));
    String signature = key.sign("message");
    assertThat(MessageKey.ofSigner(after, "purpose", "message", signature)).contains(key);
    assertThat(MessageKey.ofSigner(after, "other", "message", signature)).isEmpty();
    assertThat(MessageKey.ofSigner(Keyring.parse(NEW), "purpose", "message", signature)).isEmpty();
  }
}
