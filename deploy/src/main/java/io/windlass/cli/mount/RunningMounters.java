package io.windlass.cli.mount;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Mounters among the processes that this one can see. */
final class RunningMounters {
  /** What comes before the run directory among the arguments of a mounter. */
  private static final List<String> BEFORE = List.of("io.windlass.cli.Main", "mounter");

  private RunningMounters() {}

  /** Returns their run directories. */
  static Set<Path> runDirectories() {
    return ProcessHandle.allProcesses()
        .map(ProcessHandle::pid)
        .map(RunningMounters::runDirectory)
        .flatMap(Optional::stream)
        .collect(Collectors.toSet());
  }

  /**
   * Returns the mounter that serves, or is about to serve, the mount at a directory; of a node's
   * mounts, one of a node. Empty while there is none.
   */
  static Optional<ProcessHandle> of(Path directory) {
    return ProcessHandle.allProcesses()
        .filter(process ->
            runDirectory(process.pid())
                .filter(run ->
                    run.endsWith(RunDirectories.id(directory)) || !RunDirectories.isOfMount(run))
                .isPresent())
        .findFirst();
  }

  private static Optional<Path> runDirectory(long process) {
    try {
      List<String> arguments =
          List.of(
              Files.readString(
                      Path.of("/proc", Long.toString(process), "cmdline"),
                      StandardCharsets.ISO_8859_1)
                  .split("\0", -1));
      int at = arguments.indexOf(BEFORE.getFirst());
      return at >= 0
              && arguments.size() > at + BEFORE.size()
              && arguments.subList(at, at + BEFORE.size()).equals(BEFORE)
          ? Optional.of(Path.of(arguments.get(at + BEFORE.size())))
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty(); // the process has just ended, or belongs to another user
    }
  }
}
