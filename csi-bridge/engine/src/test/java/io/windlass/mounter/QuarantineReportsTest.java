package io.windlass.mounter;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.linux.DescriptorListener;
import io.windlass.linux.DescriptorSocket;
import io.windlass.linux.LinuxException;
import io.windlass.mounter.run.RunDirectory;
import java.nio.file.Path;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QuarantineReportsTest {
  @TempDir Path directory;

  @Test
  void aMounterThatHangsIsAskedOnceForAllItsVolumes() throws Exception {
    RunDirectory run = new RunDirectory(directory.resolve("run")).create();
    Queue<DescriptorSocket> asked = new ConcurrentLinkedQueue<>();
    DescriptorListener hanging = DescriptorListener.listen(run.mounterSocket());
    Thread accepting =
        Thread.ofPlatform()
            .start(() -> {
              try {
                while (true) {
                  asked.add(hanging.accept());
                }
              } catch (LinuxException e) {
                // It is closed.
              }
            });
    try (hanging) {
      QuarantineReports reports = new QuarantineReports("");
      for (int i = 0; i < 3; i++) {
        assertThat(reports.of(run, "volume" + i)).isEmpty();
      }
    }
    accepting.join();
    assertThat(asked).hasSize(1);
    asked.forEach(DescriptorSocket::close);
  }
}
