package io.windlass.cli.mount;

import io.windlass.cli.scratch.Launcher;
import io.windlass.mounter.MounterProgram;
import io.windlass.mounter.RunDirectory;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Starts {@code windlass mounter}.
 *
 * @param memory most that it may take for what is read, in bytes; empty: it decides
 */
record MounterProcess(Optional<Long> memory) implements MounterProgram {
  @Override
  public Process start(RunDirectory run) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(Launcher.current().path().toString(), "mounter", run.path().toString()));
    memory.ifPresent(bytes -> command.addAll(List.of("--memory", bytes.toString())));
    return started(command);
  }

  /** Without this process's standard input and output, which it may outlive. */
  static Process started(List<String> command) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectInput(Redirect.from(Path.of("/dev/null").toFile()))
            .redirectOutput(Redirect.DISCARD)
            .redirectError(Redirect.INHERIT);
    // Credentials go over the socket, and nowhere else.
    builder.environment().keySet().removeIf(name -> name.startsWith("AWS_"));
    return builder.start();
  }
}
