package io.windlass.volume.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SnapshotIdTest {
  /** CSI has no more room for an id. */
  @ParameterizedTest
  @ValueSource(ints = {1, 121, 122, 123, 128, 500})
  void noIdIsLongerThan128Bytes(int length) {
    SnapshotId id = SnapshotId.suggested("store", "n".repeat(length));
    assertThat(id.toString()).hasSizeLessThanOrEqualTo(128);
  }

  @Test
  void longNamesAreToldApart() {
    String same = "n".repeat(127);
    assertThat(SnapshotId.suggested("store", same + "a"))
        .isNotEqualTo(SnapshotId.suggested("store", same + "b"));
  }
}
