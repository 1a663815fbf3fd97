package io.windlass.fs.key;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.fs.key.FileNames.Segment;
import io.windlass.testing.BothForms;
import io.windlass.testing.TestForm;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The rule by which segments of keys are shown as names. */
class FileNamesTest {
  /** Short texts over these are all that the rule tells apart. */
  private static final List<String> ALPHABET =
      List.of("%", "~", ".", "\0", "2", "5", "0", "E", "%~", "%~empty", "%~file", "%~more", "é");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a",
        "a.txt",
        "...",
        ".hidden",
        "%",
        "~",
        "~%",
        "%25",
        "100%",
        "ü 漢 🙂",
        "a\nb\\c*"
      })
  void whatCanBeANameIsThatName(String segment) {
    assertThat(FileNames.shown(new Segment(segment, false))).isEqualTo(segment);
  }

  @ParameterizedTest
  @CsvSource({
    "'', %~empty",
    "., %~2E",
    ".., %~2E%~2E",
    "%~, %~25~",
    "a%~file, a%~25~file",
    "%~empty, %~25~empty"
  })
  void whatCannotIsEscaped(String segment, String shown) {
    assertThat(FileNames.shown(new Segment(segment, false))).isEqualTo(shown);
  }

  @Test
  void nulIsEscaped() {
    assertThat(FileNames.shown(new Segment("a\0b", false))).isEqualTo("a%~00b");
  }

  @Test
  void anObjectBesideADirectoryIsMarked() {
    assertThat(FileNames.shown(new Segment("a", true))).isEqualTo("a%~file");
    assertThat(FileNames.shown(new Segment("", true))).isEqualTo("%~empty%~file");
    assertThat(FileNames.shown(new Segment("..", true))).isEqualTo("%~2E%~2E%~file");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "%~",
        "%~2E%~2E%~2E",
        "a%~2Eb",
        "%~2e",
        "%~41",
        "a%~empty",
        "%~emptya",
        "%~filea",
        "%~file",
        "%~file%~file",
        "%~25",
        "%~25x",
        "."
      })
  void aNameThatNoSegmentHasStandsForNothing(String shown) {
    assertThat(FileNames.segment(shown)).isEmpty();
  }

  /** Every text of up to four letters of the alphabet, as a file, a directory and beside one. */
  @Test
  void everySegmentHasOneNameAndNoTwoTheSame() {
    Map<String, Segment> taken = new HashMap<>();
    for (String text : texts(4)) {
      for (boolean beside : new boolean[] {false, true}) {
        Segment segment = new Segment(text, beside);
        String shown = FileNames.shown(segment);
        assertThat(taken.getOrDefault(shown, segment)).as("%s", shown).isEqualTo(segment);
        taken.put(shown, segment);
        assertThat(FileNames.segment(shown)).contains(segment);
        assertThat(shown).isNotIn("", ".", "..").doesNotContain("/", "\0");
      }
    }
    assertThat(taken).hasSizeGreaterThan(30_000);
  }

  /**
   * For any name, also an invented one, its segment is shown as that name, or there is no segment.
   */
  @Test
  void readingIsTheReverseOfShowing() {
    for (String name : texts(4)) {
      FileNames.segment(name)
          .ifPresent(
              segment -> assertThat(FileNames.shown(segment)).as("%s", name).isEqualTo(name));
    }
  }

  @Test
  @BothForms
  void longNamesAreCutWhereTheyMayBe() {
    int seeds = TestForm.amount("windlass.seeds", 500, 3000);
    for (int seed : TestForm.seeds(seeds)) {
      Random random = new Random(seed);
      StringBuilder text = new StringBuilder();
      int wanted = 200 + random.nextInt(824);
      while (FileNames.bytes(text.toString()) < wanted) {
        text.append(
            random.nextInt(3) == 0
                ? ALPHABET.get(random.nextInt(ALPHABET.size()))
                : letter(random));
      }
      Segment segment = new Segment(text.toString(), random.nextBoolean());
      List<String> pieces = FileNames.pieces(FileNames.shown(segment));

      StringBuilder shown = new StringBuilder();
      StringBuilder key = new StringBuilder();
      for (int i = 0; i < pieces.size(); i++) {
        String piece = pieces.get(i);
        assertThat(FileNames.bytes(piece)).as("seed %d", seed).isBetween(1, FileNames.LONGEST);
        assertThat(new String(piece.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8))
            .as("seed %d: whole characters", seed)
            .isEqualTo(piece);
        assertThat(FileNames.goesOn(piece)).as("seed %d", seed).isEqualTo(i < pieces.size() - 1);
        shown.append(FileNames.goesOn(piece) ? FileNames.withoutMore(piece) : piece);
        key.append(FileNames.textOfPiece(piece));
      }
      assertThat(FileNames.segment(shown.toString())).as("seed %d", seed).contains(segment);
      assertThat(key.toString()).as("seed %d", seed).isEqualTo(segment.text());
    }
  }

  @Test
  void aNameOf255BytesIsWhole() {
    assertThat(FileNames.pieces("x".repeat(255))).containsExactly("x".repeat(255));
    assertThat(FileNames.pieces("x".repeat(256)))
        .containsExactly("x".repeat(249) + "%~more", "x".repeat(7));
    assertThat(FileNames.pieces("é".repeat(128)))
        .containsExactly("é".repeat(124) + "%~more", "é".repeat(4));
  }

  private static String letter(Random random) {
    return List.of("a", "-", "é", "漢", "🙂").get(random.nextInt(5));
  }

  private static List<String> texts(int longest) {
    List<String> all = new ArrayList<>(List.of(""));
    int start = 0;
    for (int length = 1; length <= longest; length++) {
      int end = all.size();
      for (int i = start; i < end; i++) {
        for (String letter : ALPHABET) {
          all.add(all.get(i) + letter);
        }
      }
      start = end;
    }
    return all;
  }
}
