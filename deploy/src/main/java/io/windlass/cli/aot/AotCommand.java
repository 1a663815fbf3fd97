package io.windlass.cli.aot;

import io.windlass.cli.scratch.Launcher;
import io.windlass.cli.scratch.Place;
import io.windlass.cli.terminal.Exit;
import io.windlass.cli.terminal.Terminal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** Makes the JVM's ahead-of-time cache for this installation. */
@Command(
    name = "aot",
    header = "Make this installation start faster: train the JVM and keep what it learnt.%n",
    description = {
      "",
      "Runs a driver in a temporary directory and has the JVM write its ahead-of-time cache to"
          + " lib/windlass.aot, of about 70 MB. From then on every start uses it, as long as the"
          + " JDK and the jars are the same; if they are not, it is passed over."
    })
public final class AotCommand implements Callable<Integer> {
  private final Terminal terminal;

  public AotCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    Launcher launcher = Launcher.current();
    long began = System.nanoTime();
    Path cache = launcher.lib().resolve("windlass.aot");
    Files.deleteIfExists(cache);
    Path copy = launcher.lib().resolve("windlass.aot.%d".formatted(ProcessHandle.current().pid()));
    try (Place place = Place.make()) {
      // Not beside the installation's jars: the JVM cannot write to a path with a space in it.
      Path made = place.directory().resolve("windlass.aot");
      new Training(launcher, place).run(made);
      if (Files.notExists(made)) {
        terminal.err().println("windlass: the JVM wrote no cache; it says:");
        terminal.err().println(Files.readString(place.log()));
        return Exit.FAILED;
      }
      Files.copy(made, copy);
      Files.move(copy, cache, StandardCopyOption.ATOMIC_MOVE);
      terminal
          .out()
          .printf(
              "%s: %d MB, in %.1f s%n",
              cache,
              Files.size(cache) >> 20,
              Duration.ofNanos(System.nanoTime() - began).toMillis() / 1000.0);
      return Exit.OK;
    } finally {
      Files.deleteIfExists(copy);
    }
  }
}
