package io.windlass.provision;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BucketNamesTest {
  @ParameterizedTest
  @ValueSource(strings = {"abc", "a-b.c", "bucket-7b1f", "0a0", "1.2.3"})
  void takesWhatS3Takes(String name) {
    assertThat(BucketNames.isValid(name)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "ab",
        "-ab",
        "ab-",
        ".ab",
        "a..b",
        "a.-b",
        "a-.b",
        "Abc",
        "a_b",
        "a/b",
        "a b",
        "äbc",
        "192.168.1.1",
        "abc\n",
        "..",
        "a\u0000b"
      })
  void refusesWhatS3Refuses(String name) {
    assertThat(BucketNames.isValid(name)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"Legacy_Bucket", "under_score", "a.-b", "abc", "-a-", "192.168.1.1"})
  void whatWasMadeUnderOlderRulesMayBeThere(String name) {
    assertThat(BucketNames.mayExist(name)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "ab", "\u00fc-bkt", "a b", "a/b", "../x", "...", "abc\n", "a%20b"})
  void noBucketHasEverHadSuchAName(String name) {
    assertThat(BucketNames.mayExist(name)).isFalse();
  }

  @Test
  void aNameThatFitsIsKept() {
    String name = "a".repeat(63);
    assertThat(BucketNames.fit(name)).isEqualTo(name);
  }

  @Test
  void aLongNameIsCutAndStaysDistinct() {
    String one = BucketNames.fit("bc-" + "a".repeat(200) + "1");
    String other = BucketNames.fit("bc-" + "a".repeat(200) + "2");
    assertThat(one).isNotEqualTo(other).hasSize(63).startsWith("bc-aaa");
    assertThat(BucketNames.isValid(one)).isTrue();
    assertThat(BucketNames.fit("bc-" + "a".repeat(200) + "1")).isEqualTo(one);
  }

  @Test
  void aCutNeverLeavesADotOrHyphenBeforeTheHash() {
    String name = "a".repeat(49) + "." + "b".repeat(100);
    assertThat(BucketNames.isValid(BucketNames.fit(name))).isTrue();
  }
}
