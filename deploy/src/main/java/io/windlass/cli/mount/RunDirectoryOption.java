package io.windlass.cli.mount;

import io.windlass.cli.terminal.Places;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import picocli.CommandLine.Option;

/** Option that says in which run directories mounters are asked. */
public final class RunDirectoryOption {
  @Option(
      names = "--run-directory",
      paramLabel = "DIR",
      converter = Places.Directory.class,
      description =
          "Directory in which a node plugin or mounts meet their mounters; can be repeated."
              + " Default: "
              + RunDirectories.DEFAULT
              + ", "
              + RunDirectories.NODE
              + ", and those of all mounters that this user can see")
  List<Path> given = new ArrayList<>();

  /** Returns the directories to ask in: those that were given, or all that are known. */
  public List<Path> directories() {
    if (!given.isEmpty()) {
      return given;
    }
    Path mounts = Path.of(RunDirectories.DEFAULT);
    Set<Path> all = new TreeSet<>(Set.of(mounts, Path.of(RunDirectories.NODE)));
    RunningMounters.runDirectories().stream()
        .filter(run -> !run.startsWith(mounts))
        .filter(Files::isDirectory)
        .forEach(run -> all.add(new RunDirectories(run).isOfNode() ? run : run.resolveSibling("")));
    return List.copyOf(all);
  }
}
