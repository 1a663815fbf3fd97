package io.windlass.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import com.google.protobuf.DynamicMessage;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FieldLimitsTest {
  private static final String LONGEST = "a".repeat(128);
  private static final String TOO_LONG = LONGEST + "a";

  private final FieldLimits limits = FieldLimits.GENERAL;

  private void assertTaken(DynamicMessage message) {
    assertThat(limits.violation(message)).isEmpty();
  }

  private void assertRefused(DynamicMessage message, String why) {
    assertThat(limits.violation(message)).contains(why);
  }

  @Test
  void stringsHave128Bytes() {
    assertTaken(TestProto.EMPTY);
    assertTaken(TestProto.named(LONGEST));
    assertRefused(TestProto.named(TOO_LONG), "name is 129 bytes long, and may be 128 at most");
    assertTaken(TestProto.named("ä".repeat(64)));
    assertRefused(
        TestProto.named("ä".repeat(65)), "name is 130 bytes long, and may be 128 at most");
  }

  @Test
  void eachOfRepeatedStringsCounts() {
    assertTaken(TestProto.item("names", List.of(LONGEST, LONGEST, LONGEST)));
    assertRefused(
        TestProto.item("names", List.of("a", TOO_LONG)),
        "names[1] is 129 bytes long, and may be 128 at most");
  }

  @Test
  void mapsOfStringsHave4KibInAll() {
    assertTaken(TestProto.withEntry("parameters", "key", "v".repeat(4093)));
    assertRefused(
        TestProto.withEntry("parameters", "key", "v".repeat(4094)),
        "parameters is 4097 bytes long, and may be 4096 at most");
    assertRefused(
        TestProto.withEntries("parameters", Map.of("a", "v".repeat(2048), "b", "v".repeat(2048))),
        "parameters is 4098 bytes long, and may be 4096 at most");
  }

  @Test
  void messagesWithinMessagesCount() {
    DynamicMessage bad = TestProto.named(TOO_LONG);
    assertRefused(
        TestProto.item("inner", TestProto.item("inner", bad)),
        "inner.inner.name is 129 bytes long, and may be 128 at most");
    assertRefused(
        TestProto.item("items", List.of(TestProto.EMPTY, bad)),
        "items[1].name is 129 bytes long, and may be 128 at most");
    assertRefused(
        TestProto.withEntries("named", Map.of("a", bad)),
        "named[0].value.name is 129 bytes long, and may be 128 at most");
  }

  @Test
  void bytesHaveNoGeneralLimit() {
    assertTaken(TestProto.item("blob", ByteString.copyFrom(new byte[1 << 20])));
  }

  @Test
  void exceptionsAreByField() {
    FieldLimits exceptional =
        limits
            .with(TestProto.ITEM, "name", 2048)
            .with(TestProto.ITEM, "blob", 10)
            .with(TestProto.ITEM, "parameters", 5000);
    assertThat(exceptional.violation(TestProto.named("a".repeat(2048)))).isEmpty();
    assertThat(exceptional.violation(TestProto.named("a".repeat(2049))))
        .contains("name is 2049 bytes long, and may be 2048 at most");
    assertThat(exceptional.violation(TestProto.item("names", List.of(TOO_LONG)))).isPresent();
    assertThat(exceptional.violation(TestProto.item("blob", ByteString.copyFrom(new byte[11]))))
        .contains("blob is 11 bytes long, and may be 10 at most");
    assertThat(exceptional.violation(TestProto.withEntry("parameters", "", "v".repeat(5000))))
        .isEmpty();
    assertRefused(TestProto.named(TOO_LONG), "name is 129 bytes long, and may be 128 at most");
  }

  @Test
  void anExceptionForNoFieldIsAMistake() {
    assertThatThrownBy(() -> limits.with(TestProto.ITEM, "nmae", 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("windlass.test.Item has no field nmae");
  }
}
