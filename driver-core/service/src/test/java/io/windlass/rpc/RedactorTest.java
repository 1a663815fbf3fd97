package io.windlass.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.FieldDescriptor.JavaType;
import com.google.protobuf.DynamicMessage;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RedactorTest {
  private static final String CANARY = "canary-19aa";

  private final Redactor byName = new Redactor(field -> field.getName().equals("secrets"));

  @Test
  void printsOnOneLine() {
    DynamicMessage message =
        TestProto.named("a\nb").toBuilder()
            .setField(TestProto.field("names"), List.of("x", "y"))
            .setField(TestProto.field("blob"), ByteString.copyFromUtf8(CANARY))
            .setField(TestProto.field("number"), 7)
            .build();
    assertThat(byName.print(message))
        .isEqualTo("{name: \"a\\u000ab\", names: [\"x\", \"y\"], blob: <11 bytes>, number: 7}");
    assertThat(byName.print(TestProto.EMPTY)).isEqualTo("{}");
  }

  @Test
  void hidesSecretsAtAnyDepth() {
    DynamicMessage secret = TestProto.withEntry("secrets", CANARY, CANARY);
    for (DynamicMessage message :
        List.of(
            secret,
            TestProto.item("inner", secret),
            TestProto.item("items", List.of(TestProto.EMPTY, secret)),
            TestProto.withEntries("named", Map.of("a", secret)))) {
      assertThat(byName.print(message)).contains("secrets: ***").doesNotContain(CANARY);
    }
  }

  @Test
  void hidesByTypeAsWell() {
    Redactor byType =
        new Redactor(field ->
            field.getJavaType() == JavaType.MESSAGE
                && field.getMessageType().equals(TestProto.ITEM));
    assertThat(byType.print(TestProto.item("inner", TestProto.named(CANARY))))
        .isEqualTo("{inner: ***}");
    assertThat(byType.print(TestProto.withEntries("named", Map.of("a", TestProto.named(CANARY)))))
        .isEqualTo("{named: [{key: \"a\", value: ***}]}");
  }

  @Test
  void isBounded() {
    String line = byName.print(TestProto.named("a".repeat(100_000)));
    assertThat(line).hasSizeLessThan(5000).endsWith("…");
  }
}
