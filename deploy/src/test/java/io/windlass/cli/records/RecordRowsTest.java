package io.windlass.cli.records;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.cli.terminal.TextTable;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.junit.jupiter.api.Test;

class RecordRowsTest {
  private static final Instant NOW = Instant.parse("2026-05-04T03:02:01.123456789Z");
  private static final String KEY = ".key.%s".formatted("k".repeat(43));
  private static final String VOLUME = "fast/pvc-7c1e5f0a-93b2-4d55-8a0e-0f3f6f6f2c11";

  private static SequencedMap<String, Object> volume(String nodes) {
    SequencedMap<String, Object> fields = new LinkedHashMap<>();
    fields.put("id", VOLUME);
    fields.put("state", "ready");
    fields.put("origin", "created");
    fields.put("name", "pvc-7c1e5f0a-93b2-4d55-8a0e-0f3f6f6f2c11");
    fields.put("capacityBytes", 10L << 30);
    fields.put("nodes", nodes);
    fields.put("changed", NOW.minusSeconds(76 * 3600));
    fields.put("claim", "");
    fields.put("stuck", "said by the claim");
    return fields;
  }

  private static List<String> table(int width, boolean wide, SequencedMap<String, Object> fields) {
    return TextTable.lines(
        List.of(new RecordRows(NOW, wide).row(fields)), width, RecordRows.OPTIONAL);
  }

  @Test
  void volumesFitAnOrdinaryTerminal() {
    SequencedMap<String, Object> fields = volume("node-1" + KEY);
    assertThat(table(78, false, fields))
        .containsExactly(
            "ID                                             STATE  CAPACITY  NODES",
            VOLUME + "  ready    10 GiB  node-1");
    assertThat(table(118, false, fields).getFirst().split(" +", -1))
        .containsExactly("ID", "STATE", "ORIGIN", "CAPACITY", "NODES", "CHANGED");
    assertThat(table(118, false, fields).getLast()).endsWith("node-1  3d4h ago");
    assertThat(table(Integer.MAX_VALUE, true, fields).getFirst().split(" +", -1))
        .containsExactly("ID", "STATE", "ORIGIN", "NAME", "CAPACITY", "NODES", "CHANGED");
  }

  @Test
  void nodesAreNamesAndManyAreCounted() {
    String nodes = "a%1$s, b%1$s, c%1$s, d".formatted(KEY);
    assertThat(new RecordRows(NOW, false).row(volume(nodes))).containsEntry("nodes", "a, b +2");
    assertThat(new RecordRows(NOW, true).row(volume(nodes))).containsEntry("nodes", "a, b, c, d");
  }

  @Test
  void timesAreToldFromNowOn() {
    Map<String, Object> row =
        new RecordRows(NOW, false)
            .row(
                new LinkedHashMap<>(
                    Map.of(
                        "expires", NOW.plusSeconds(6 * 86400 + 23 * 3600 + 5),
                        "changed", NOW.plusSeconds(2),
                        "at", NOW.minusSeconds(30),
                        "bytes", 12L << 20,
                        "why", "said below")));
    assertThat(row)
        .containsOnly(
            Map.entry("expires", "in 6d23h"),
            Map.entry("changed", "0s ago"),
            Map.entry("age", "30s"),
            Map.entry("size", "12 MiB"));
  }
}
