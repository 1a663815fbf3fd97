package io.windlass.cli.mount;

import io.windlass.cli.scratch.Launcher;
import io.windlass.mounter.MounterProgram;
import io.windlass.mounter.RunDirectory;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Starts {@code windlass mounter}. */
record MounterProcess(Resources resources) implements MounterProgram {
  @Override
  public Process start(RunDirectory run) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(Launcher.current().path().toString(), "mounter", run.path().toString()));
    command.addAll(resources.arguments());
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
