package io.windlass.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.junit.jupiter.api.Test;

class TextTableTest {
  private static final String NAME = "fast/pvc-7c1e5f0a-93b2-4d55-8a0e-0f3f6f6f2c11";
  private static final List<String> OPTIONAL = List.of("origin", "size");

  private static SequencedMap<String, Object> row(String name, String size) {
    SequencedMap<String, Object> row = new LinkedHashMap<>();
    row.put("id", name);
    row.put("origin", "created");
    row.put("size", size);
    row.put("serviceAccount", "");
    row.put("state", "ready");
    return row;
  }

  private static final List<SequencedMap<String, Object>> ROWS =
      List.of(row(NAME, "12 MiB"), row("fast/b", "3 B"));

  @Test
  void numbersAreSetToTheRightAndEmptyColumnsAreLeftOut() {
    assertThat(TextTable.lines(ROWS))
        .containsExactly(
            "ID                                             ORIGIN     SIZE  STATE",
            NAME + "  created  12 MiB  ready",
            "fast/b                                         created     3 B  ready");
  }

  @Test
  void aNarrowTableHasFewerColumnsAndNoNameIsEverCut() {
    int all = 69;
    assertThat(headings(all)).containsExactly("ID", "ORIGIN", "SIZE", "STATE");
    assertThat(headings(all - 1)).as("the last is the best").containsExactly("ID", "SIZE", "STATE");
    assertThat(headings(59)).containsExactly("ID", "STATE");
    assertThat(
            TextTable.lines(ROWS, 61, List.of("state", "size", "origin"))
                .getFirst()
                .split(" +", -1))
        .as("what is too wide leaves its room to others")
        .containsExactly("ID", "ORIGIN", "STATE");
    assertThat(TextTable.lines(ROWS, 10, OPTIONAL))
        .as("what has to be there is there, whatever the width")
        .contains(NAME + "  ready");
  }

  private static List<String> headings(int width) {
    List<String> lines = TextTable.lines(ROWS, width, OPTIONAL);
    assertThat(lines)
        .allMatch(line -> line.length() <= width)
        .anyMatch(line -> line.contains(NAME));
    return List.of(lines.getFirst().split(" +", -1));
  }

  @Test
  void amountsAreAsPeopleReadThem() {
    Map.of(
            Duration.ZERO,
            "0s",
            Duration.ofSeconds(59),
            "59s",
            Duration.ofSeconds(5 * 60 + 30),
            "5m30s",
            Duration.ofSeconds(12 * 60 + 30),
            "12m",
            Duration.ofMinutes(3 * 60),
            "3h",
            Duration.ofMinutes(3 * 60 + 4),
            "3h4m",
            Duration.ofHours(76),
            "3d4h",
            Duration.ofDays(45),
            "45d")
        .forEach((time, text) -> assertThat(Amounts.time(time)).isEqualTo(text));
    Instant now = Instant.parse("2026-05-04T03:02:01.123456789Z");
    assertThat(Amounts.when(now.plusSeconds(90), now)).isEqualTo("in 1m30s");
    assertThat(Amounts.when(now.minusSeconds(90), now)).isEqualTo("1m30s ago");
    assertThat(Amounts.size(12L << 20)).isEqualTo("12 MiB");
    assertThat(Amounts.size((3L << 20) + 6)).isEqualTo("3 MiB");
    assertThat(Amounts.size(1536)).isEqualTo("1.5 KiB");
  }

  /** What goes to no terminal is read by a program, which looks for its columns. */
  @Test
  void aTableIsAsWideAsTheTerminalUnlessItIsAskedForWhole() {
    Terminal narrow = new Terminal(System.out, System.err, Map.of(), false, true, 80);
    Terminal file = new Terminal(System.out, System.err, Map.of(), false, false, 80);
    OutputOption option = new OutputOption();
    assertThat(option.width(narrow)).isEqualTo(80);
    assertThat(option.width(file)).isEqualTo(Integer.MAX_VALUE);
    option.given = OutputOption.Form.WIDE;
    assertThat(option.width(narrow)).isEqualTo(Integer.MAX_VALUE);
  }
}
