package io.windlass.fs.posix;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.object.ObjectInfo;
import io.windlass.object.ObjectProperties;
import io.windlass.object.Revision;
import io.windlass.store.ListedEntry;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ObjectStatTest {
  /** Otherwise tar says that the file changed as it was read: MinIO lists milliseconds. */
  @Test
  void theTimeIsTheSameWhateverToldIt() {
    Instant second = Instant.parse("2026-11-28T21:26:32Z");
    ListedEntry.Listed listed =
        new ListedEntry.Listed(
            "key",
            1,
            Revision.NONE,
            second.plusMillis(416),
            Optional.of(Map.of()),
            Optional.of(ObjectProperties.NONE));
    ObjectInfo info =
        new ObjectInfo(
            "key",
            1,
            Revision.NONE,
            Optional.empty(),
            second,
            second,
            Map.of(),
            ObjectProperties.NONE);

    assertThat(ObjectStat.of(listed)).isEqualTo(ObjectStat.of(info));
  }
}
