package io.windlass.csi.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.windlass.error.DriverException;
import io.windlass.proto.mounter.Unpublished;
import io.windlass.proto.mounter.VolumeReport;
import io.windlass.registry.Fingerprint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A volume is not unstaged while data is not on its server, for a time. */
class UnsentGuardTest {
  private static final Duration LIMIT = Duration.ofMinutes(5);

  @TempDir Path state;

  private Instant now = Instant.parse("2026-01-01T00:00:00Z");
  private Optional<VolumeReport> report = Optional.empty();
  private int left;
  private NodeRecords records;
  private NodeRecord record;

  @BeforeEach
  void stage() throws IOException {
    records = NodeRecords.open(state);
    record = NodeRecord.of("volume", Path.of("/staged"), false, Fingerprint.of(Map.of()));
    records.put(record);
  }

  private UnsentGuard guard(Duration limit) {
    return new UnsentGuard(records, _ -> report, limit, () -> now, this::pass);
  }

  /** A file is sent in each step. */
  private void pass(Duration time) {
    now = now.plus(time);
    report = Optional.of(unsent(--left, ""));
  }

  private static VolumeReport unsent(int files, String trouble) {
    return VolumeReport.newBuilder()
        .setTrouble(trouble)
        .setUnpublished(Unpublished.newBuilder().setFiles(files).setBytes(10L * files))
        .build();
  }

  private void unstage(UnsentGuard guard) throws IOException, InterruptedException {
    guard.require(records.all("volume").findFirst().orElseThrow());
  }

  @Test
  void whatIsBeingSentIsWaitedFor() throws Exception {
    left = 100;
    report = Optional.of(unsent(left, ""));
    unstage(guard(LIMIT));
    assertThat(left).isZero();
  }

  @Test
  void itIsRefusedForSoLongAlsoByAnotherPluginAndThenCounted() throws Exception {
    report = Optional.of(unsent(3, "the server is away"));
    assertThatExceptionOfType(DriverException.Unavailable.class)
        .isThrownBy(() -> unstage(guard(LIMIT)))
        .withMessage(
            "volume volume stays at /staged: 3 files with 30 bytes that were written are not on the"
                + " server (the server is away); it is unstaged without them in 300 s");
    now = now.plus(LIMIT).minusSeconds(1);
    records = NodeRecords.open(state); // the plugin was started again
    UnsentGuard guard = guard(LIMIT);
    assertThatExceptionOfType(DriverException.Unavailable.class)
        .isThrownBy(() -> unstage(guard))
        .withMessageContaining("in 1 s");
    now = now.plusSeconds(1);
    unstage(guard);
    assertThat(guard.leftFiles()).isEqualTo(3);
    assertThat(guard.leftBytes()).isEqualTo(30);
  }

  @Test
  void itIsNotRefusedIfAllIsSentOrNobodyKnowsOrNobodyWants() throws Exception {
    unstage(guard(LIMIT));
    report = Optional.of(unsent(0, "the server is away"));
    unstage(guard(LIMIT));
    report = Optional.of(unsent(1, ""));
    UnsentGuard never = guard(Duration.ZERO);
    unstage(never);
    assertThat(never.leftFiles()).isOne();
  }

  @Test
  void aRecordOfAnEarlierVersionIsRead() throws Exception {
    Path file = state.resolve("volumes/" + record.id() + ".json");
    String text = Files.readString(file);
    assertThat(text).contains(",\"unsentSince\":0");
    Files.writeString(file, text.replace(",\"unsentSince\":0", ""));
    records = NodeRecords.open(state);
    assertThat(records.all("volume")).containsExactly(record);
    assertThatCode(() -> unstage(guard(LIMIT))).doesNotThrowAnyException();
  }
}
