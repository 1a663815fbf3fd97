package io.windlass.provision;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
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
    assertThat(BucketNaming.SUGGESTED.fit(name)).isEqualTo(name);
  }

  @Test
  void aLongNameIsCutAndStaysDistinct() {
    String one = BucketNaming.SUGGESTED.fit("bc-" + "a".repeat(200) + "1");
    String other = BucketNaming.SUGGESTED.fit("bc-" + "a".repeat(200) + "2");
    assertThat(one).isNotEqualTo(other).hasSize(63).startsWith("bc-aaa");
    assertThat(BucketNames.isValid(one)).isTrue();
    assertThat(BucketNaming.SUGGESTED.fit("bc-" + "a".repeat(200) + "1")).isEqualTo(one);
  }

  @Test
  void aCutNeverLeavesADotOrHyphenBeforeTheHash() {
    String name = "a".repeat(49) + "." + "b".repeat(100);
    assertThat(BucketNames.isValid(BucketNaming.SUGGESTED.fit(name))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"bc-1", "a234567890123456789012345678901-or-longer"})
  void aSuffixIsNeverCut(String name) {
    BucketNaming naming = new BucketNaming("team", "111122223333-ap-southeast-1-an");
    for (String bucket : List.of(naming.fit(name), naming.of(name), naming.of(name + "/Ü"))) {
      assertThat(bucket).startsWith("team-").endsWith("-111122223333-ap-southeast-1-an");
      assertThat(BucketNames.isValid(bucket)).as(bucket).isTrue();
    }
    assertThat(naming.of(name + "1")).isNotEqualTo(naming.of(name + "2"));
    assertThat(naming.folder("f", 40)).isEqualTo("team-f");
  }
}
