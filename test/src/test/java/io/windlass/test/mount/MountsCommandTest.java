package io.windlass.test.mount;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.test.launcher.Launch.Outcome;
import io.windlass.testing.Alone;
import io.windlass.testing.MinioServer;
import io.windlass.testing.RealServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code windlass mounts}. */
@Alone("it lists all mounts of the machine")
@RealServer(MinioServer.class)
class MountsCommandTest {
  @TempDir Path scratch;

  @Test
  void mountsAreListed(MinioServer server) throws IOException {
    try (TestBucket bucket = new TestBucket(server, scratch)) {
      bucket.put("file", Bytes.of(7, 3 << 20));
      try (MountedBucket mounted = MountedBucket.mount(server, bucket.uri(), scratch)) {
        Files.readAllBytes(mounted.directory().resolve("file"));
        Outcome list = mounted.windlass("mounts");
        assertThat(list.status()).as(list.err()).isZero();
        List<String> row =
            list.out()
                .lines()
                .filter(line -> line.startsWith(mounted.directory().toString()))
                .map(line -> List.of(line.split(" +")))
                .findFirst()
                .orElseThrow();
        assertThat(row.subList(1, 5))
            .containsExactly(
                bucket.uri() + "/",
                "served",
                mounted.report().getVersion(),
                Long.toString(mounted.report().getPid()));
        assertThat(row.get(6) + " " + row.get(7)).isEqualTo("3 MiB");
        assertThat(row.getLast()).isEqualTo("0");
      }
    }
  }

  @Test
  void theListSaysWhyThereAreNoFigures(MinioServer server) throws IOException {
    try (TestBucket bucket = new TestBucket(server, scratch);
        MountedBucket mounted = MountedBucket.mount(server, bucket.uri(), scratch)) {
      mounted.freezeMounter();
      assertThat(mounted.windlass("mounts").out()).contains("busy: no answer for 3 s");
      mounted.freezeKeeper();
      mounted.endMounter();
      assertThat(mounted.windlass("mounts").out()).contains("starting: ");
    }
  }
}
