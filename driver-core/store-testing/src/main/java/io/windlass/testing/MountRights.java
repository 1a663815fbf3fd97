package io.windlass.testing;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Whether file systems of FUSE can be mounted here. */
public final class MountRights {
  private MountRights() {}

  /** For a test that mounts one. */
  public static void require() {
    if (!areThere()) {
      throw Missing.of("root and /dev/fuse", "nothing can be mounted here");
    }
  }

  /** As root of this system, with CAP_SYS_ADMIN, which is bit 21, and with the device. */
  public static boolean areThere() {
    try (FileChannel _ =
        FileChannel.open(Path.of("/dev/fuse"), StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      return Files.readAllLines(Path.of("/proc/self/status")).stream()
          .filter(line -> line.startsWith("CapEff:"))
          .mapToLong(line -> Long.parseUnsignedLong(line.substring(7).strip(), 16))
          .anyMatch(capabilities -> (capabilities >> 21 & 1) == 1);
    } catch (IOException e) {
      return false;
    }
  }
}
