package io.windlass.object;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ModifiedTimeTest {
  private static final Instant TIME = Instant.ofEpochSecond(1_700_000_000, 8);

  @Test
  void theTimeIsAddedWhereThereIsNoneAndRoomForIt() {
    Map<String, String> own = Map.of(ModifiedTime.NAME, "7");
    Map<String, String> full = Map.of("full", "x".repeat(2020));

    assertThat(ModifiedTime.kept(Map.of("a", "b"), TIME))
        .isEqualTo(Map.of("a", "b", "mtime", "1700000000"));
    assertThat(ModifiedTime.kept(own, TIME)).isEqualTo(own);
    assertThat(ModifiedTime.kept(full, TIME)).as("2 KiB with it").isEqualTo(full);
  }
}
