package io.windlass.store.local;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which names can be paths. */
class KeyRulesTest {
  @ParameterizedTest
  @ValueSource(
      strings = {"a", "a/b", "dir/", ".hidden", "..two", "a/...", "größe/日本語/😀", "a\\b", "a:b*?"})
  void keysThatArePaths(String key) {
    assertThat(KeyRules.objection(key)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "/",
        "/a",
        "a//b",
        "a//",
        ".",
        "..",
        "./a",
        "a/.",
        "a/./b",
        "a/../b",
        "../a",
        "a/..",
        "nul\0",
        "a\nb",
        "\u007f",
        ".mpus-x",
        "a/.mpus-x",
        "a/.mpus-x/b",
        ".s3proxy-slash",
        "a/.s3proxy-slash",
        ".s3proxy-versions/x",
        ".s3proxy-mpu-stub-x"
      })
  void keysThatAreNot(String key) {
    assertThat(KeyRules.objection(key)).isPresent();
  }

  @ParameterizedTest
  @ValueSource(ints = {255, 256})
  void aSegmentHas255Bytes(int length) {
    assertThat(KeyRules.objection("a/" + "x".repeat(length) + "/b").isPresent())
        .isEqualTo(length > 255);
    assertThat(KeyRules.objection("é".repeat(length / 2) + "x".repeat(length % 2)).isPresent())
        .isEqualTo(length > 255);
  }

  @ParameterizedTest
  @ValueSource(strings = {"abc", "a-b.c", "1.2.3.4a", "a1234567890123456789"})
  void bucketNames(String name) {
    assertThat(KeyRules.isBucketName(name)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "ab",
        "..",
        ".windlass",
        "a/b",
        "a\\b",
        "Abc",
        "a_b",
        "-ab",
        "ab-",
        "a..b",
        "1.2.3.4"
      })
  void namesOfNoBucket(String name) {
    assertThat(KeyRules.isBucketName(name)).isFalse();
  }
}
