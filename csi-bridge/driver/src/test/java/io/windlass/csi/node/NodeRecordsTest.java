package io.windlass.csi.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.windlass.error.DriverException;
import io.windlass.registry.Fingerprint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NodeRecordsTest {
  private static final Path STAGED = Path.of("/staged");

  @TempDir Path state;

  /** The call is repeated, and has to find it. */
  @Test
  void aRecordThatCannotBeRemovedIsStillKnown() throws IOException {
    NodeRecords records = NodeRecords.open(state);
    NodeRecord record = NodeRecord.of("volume", STAGED, false, Fingerprint.of(Map.of()));
    records.put(record);
    Path file = state.resolve("volumes").resolve(record.id() + ".json");
    Files.delete(file);
    Path inTheWay = Files.createDirectories(file.resolve("in-the-way"));
    assertThatExceptionOfType(DriverException.Unavailable.class)
        .isThrownBy(() -> records.remove(record));
    assertThat(records.find("volume", STAGED)).contains(record);
    Files.delete(inTheWay);
    records.remove(record);
    assertThat(records.find("volume", STAGED)).isEmpty();
    assertThat(file).doesNotExist();
  }
}
