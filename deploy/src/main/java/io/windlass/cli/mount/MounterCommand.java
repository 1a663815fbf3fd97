package io.windlass.cli.mount;

import io.windlass.cli.log.Logging;
import io.windlass.cli.scratch.Launcher;
import io.windlass.cli.terminal.Exit;
import io.windlass.mounter.Memory;
import io.windlass.mounter.Mounter;
import io.windlass.mounter.RunDirectory;
import io.windlass.observe.LogSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.slf4j.event.Level;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What serves mounts: started by {@code mount}, and again whenever it dies. */
@Command(name = "mounter", hidden = true, header = "Serve what a keeper mounts.%n")
public final class MounterCommand implements Callable<Integer> {
  private final String version;

  @Parameters(paramLabel = "DIR", description = "Where its keeper finds it.")
  Path run = Path.of("");

  @Option(names = "--memory", description = "Most memory for what is read, in bytes.")
  Optional<Long> memory = Optional.empty();

  /** {@code version} says what build this is. */
  public MounterCommand(String version) {
    this.version = version;
  }

  @Override
  public Integer call() throws IOException {
    Logging.start(new LogSettings(Level.INFO, LogSettings.Format.AUTO));
    Memory bounds = memory.map(Memory::of).orElseGet(Memory::ofThisMachine);
    Mounter.serving(new RunDirectory(run), version, bounds, Optional.of(this::keeper)).run();
    return Exit.OK;
  }

  private Process keeper(RunDirectory where) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(Launcher.current().path().toString(), "keeper", where.path().toString()));
    memory.ifPresent(bytes -> command.addAll(List.of("--memory", bytes.toString())));
    return MounterProcess.started(command);
  }
}
