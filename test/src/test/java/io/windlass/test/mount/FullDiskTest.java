package io.windlass.test.mount;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.linux.Mounting;
import io.windlass.test.launcher.Launch;
import io.windlass.test.launcher.Launch.Outcome;
import io.windlass.testing.LongForm;
import io.windlass.testing.MinioServer;
import io.windlass.testing.RealServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The local disk that files are staged on is small: what is published makes room on it. */
@RealServer(MinioServer.class)
@LongForm(gate = "StagingLimitsTest", reason = "it writes 160 MiB")
class FullDiskTest {
  private static final long DISK = 48 << 20;
  private static final long LARGE = 80 << 20;

  @TempDir Path scratch;

  @Test
  void aFileLargerThanTheDiskIsWrittenByWhoSynchronises(MinioServer server) throws IOException {
    Path disk = Files.createDirectories(scratch.resolve("staging"));
    Mounting.mount("windlass", disk, "tmpfs", List.of(), "size=" + DISK);
    try (TestBucket bucket = new TestBucket(server, scratch);
        MountedBucket mounted = MountedBucket.mount(server, bucket.uri(), scratch)) {
      String dd =
          "cd %s; dd if=/dev/zero bs=8M count=10 status=none of=".formatted(mounted.directory());

      Outcome refused = sh(dd + "refused");
      assertThat(refused.status()).isNotZero();
      assertThat(refused.err()).contains("No space left on device");
      assertThat(sh("echo more >%s/small".formatted(mounted.directory())).status()).isZero();
      assertThat(bucket.text("small")).isEqualTo("more\n");

      Outcome written = sh(dd + "written oflag=dsync");
      assertThat(written.status()).as(written.err() + mounted.log()).isZero();
      assertThat(bucket.objects().head("written").size()).isEqualTo(LARGE);
    } finally {
      Mounting.unmount(disk);
    }
  }

  private static Outcome sh(String command) {
    return Launch.of(List.of("sh", "-c", command)).run();
  }
}
