package io.windlass.kubernetes;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** The processes in the containers of the cluster, which a crash ends as kill -9 does. */
final class Containers {
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private Containers() {}

  /** Kills all processes of a program. */
  static void kill(String program) {
    killAll(
        ProcessHandle.allProcesses()
            .filter(process -> process.info().command().orElse("").endsWith("/" + program))
            .toList());
  }

  /** Kills the drivers of COSI and of CSI, and neither the mounter nor these tests. */
  static void killDrivers() {
    killAll(ProcessHandle.allProcesses().filter(Containers::isDriver).toList());
  }

  /** Reads the command line itself, because ProcessHandle leaves long ones out. */
  private static boolean isDriver(ProcessHandle process) {
    try {
      String line = Files.readString(Path.of("/proc", Long.toString(process.pid()), "cmdline"));
      List<String> command = List.of(line.split("\0"));
      return command.getFirst().endsWith("/jvm/bin/java")
          && (command.contains("csi") || command.contains("cosi"));
    } catch (IOException e) {
      return false; // it has ended
    }
  }

  private static void killAll(List<ProcessHandle> processes) {
    if (processes.isEmpty()) {
      throw new IllegalStateException("there is nothing to kill");
    }
    processes.forEach(ProcessHandle::destroyForcibly);
    await().atMost(PATIENCE).until(() -> processes.stream().noneMatch(ProcessHandle::isAlive));
  }
}
