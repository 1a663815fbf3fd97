package io.windlass.cli.aot;

import io.windlass.cli.scratch.Launcher;
import io.windlass.cli.scratch.Mountable;
import io.windlass.cli.scratch.ProgressDeadlineOption;
import io.windlass.cli.scratch.ScratchDirectory;
import io.windlass.cli.terminal.Exit;
import io.windlass.cli.terminal.Terminal;
import io.windlass.cli.terminal.Waiting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Command that makes the JVM's ahead-of-time caches for this installation. */
@Command(
    name = "aot",
    header = "Make this installation start faster: train the JVM and keep what it learnt.%n",
    description = {
      "",
      "Takes a minute or two. Runs a driver and mounts in a temporary directory, and has the JVM"
          + " write its ahead-of-time caches to lib/windlass.aot, lib/windlass-keeper.aot and lib/windlass-mounter.aot, of"
          + " 30 to 70 MB. From then on every start uses them, as long as the JDK and the jars are"
          + " the same; if they are not, they are passed over. lib/windlass.aot.jars has a checksum"
          + " of the jars. Where nothing can be mounted, only the first cache is made."
    })
public final class AotCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Mixin ProgressDeadlineOption deadline = new ProgressDeadlineOption();

  public AotCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    Launcher launcher = Launcher.current();
    Path driver = launcher.lib().resolve("windlass.aot");
    Path keeper = launcher.lib().resolve("windlass-keeper.aot");
    Path mounter = launcher.lib().resolve("windlass-mounter.aot");
    String jars = Launcher.jars();
    for (Path cache : List.of(driver, keeper, mounter)) {
      Files.deleteIfExists(cache);
    }
    Files.writeString(launcher.lib().resolve("windlass.aot.jars"), jars + "\n");
    try (ScratchDirectory place = ScratchDirectory.make();
        TrainingStore store = TrainingStore.start(launcher, place, deadline.value());
        Waiting _ = Waiting.start(terminal, "training the JVMs");
        ExecutorService beside = Executors.newVirtualThreadPerTaskExecutor()) {
      // Most of the time is the JVM's that writes the cache when it exits, in one thread.
      Future<Boolean> first =
          beside.submit(() ->
              make(driver, new DriverTraining(launcher, place, deadline.value()), store, place));
      Optional<String> problem = Mountable.problem(place.directory().resolve("try"));
      boolean made = true;
      if (problem.isPresent()) {
        tell("%s and %s are not made: %s".formatted(keeper, mounter, problem.get()));
      } else {
        TrainingMounts mounts = TrainingMounts.of(launcher, place, deadline);
        made =
            make(mounter, new MounterTraining(mounts), store, place)
                && make(keeper, new KeeperTraining(mounts), store, place);
      }
      return first.get() && made ? Exit.OK : Exit.FAILED;
    } catch (ExecutionException e) {
      throw new IOException("the driver was not trained: " + e.getMessage(), e);
    }
  }

  private boolean make(Path cache, Training training, TrainingStore store, ScratchDirectory place)
      throws IOException, InterruptedException {
    long began = System.nanoTime();
    tell("Training the JVM of %s …".formatted(training.of()));
    // The JVM writes into the scratch directory and not beside the installation's jars: it cannot
    // write to a path that contains a space.
    Path made = place.directory().resolve(cache.getFileName());
    training.run(store, made);
    if (Files.notExists(made)) {
      terminal.err().printf("windlass: the JVM of %s wrote no cache; it says:%n", training.of());
      terminal.err().println(Files.readString(place.log()));
      return false;
    }
    Path copy = cache.resolveSibling(cache.getFileName() + "." + ProcessHandle.current().pid());
    try {
      Files.copy(made, copy);
      Files.move(copy, cache, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(copy);
    }
    tell(
        "%s: %d MB, in %.1f s"
            .formatted(
                cache,
                Files.size(cache) >> 20,
                Duration.ofNanos(System.nanoTime() - began).toMillis() / 1000.0));
    return true;
  }

  /** Says something, not behind the line of what is waited for. */
  private void tell(String text) {
    if (terminal.interactive()) {
      terminal.replaceLine("");
    }
    terminal.out().println(text);
  }
}
