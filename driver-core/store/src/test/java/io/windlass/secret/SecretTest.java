package io.windlass.secret;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

class SecretTest {
  private static final Secret SECRET = Secret.of("canary-4711");

  private record Holder(String name, Secret secret) {}

  @Test
  void printsAsStarsWhereverItMightBePrinted() {
    assertThat("%s".formatted(SECRET)).isEqualTo("***");
    assertThat(new Holder("a", SECRET).toString()).doesNotContain("canary");
    assertThat(new IllegalStateException("with " + SECRET).toString()).doesNotContain("canary");
    JsonMapper json =
        JsonMapper.builder().disable(SerializationFeature.FAIL_ON_EMPTY_BEANS).build();
    assertThat(json.writeValueAsString(new Holder("a", SECRET))).doesNotContain("canary");
  }

  @Test
  void comparesByValueAndHashesAlike() {
    assertThat(SECRET).isEqualTo(Secret.of("canary-4711")).isNotEqualTo(Secret.of("other"));
    assertThat(SECRET.hashCode()).isEqualTo(Secret.of("other").hashCode());
  }
}
