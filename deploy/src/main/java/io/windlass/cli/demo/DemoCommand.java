package io.windlass.cli.demo;

import io.windlass.cli.scratch.Launcher;
import io.windlass.cli.scratch.ProgressDeadlineOption;
import io.windlass.cli.scratch.ScratchDirectory;
import io.windlass.cli.stores.Stores;
import io.windlass.cli.terminal.Exit;
import io.windlass.cli.terminal.Terminal;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/**
 * Command that shows the driver's main job: from a name to a key and a directory, and the removal
 * of everything.
 */
@Command(
    name = "demo",
    header = "Show the whole story, from a name to a key and a directory, on an embedded store.%n",
    description = {
      "",
      "Starts a driver of its own on a socket in a temporary directory, with an embedded S3 server;"
          + " makes buckets, grants access, uses it with an S3 client, kills the driver; mounts the"
          + " same bucket, snapshots and copies it; revokes, and removes everything. Leaves"
          + " nothing, and needs nothing but root's rights and /dev/fuse for the part that mounts,"
          + " which is left out without them."
    })
public final class DemoCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Mixin ProgressDeadlineOption deadline = new ProgressDeadlineOption();

  public DemoCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    Launcher launcher = Launcher.current();
    Stores.requireLibraries("s3"); // the demo's workload is a client of S3
    Screen screen = new Screen(terminal);
    long began = System.nanoTime();
    try (ScratchDirectory place = ScratchDirectory.make();
        Stage stage = new Stage(screen, launcher, place, deadline.value())) {
      Thread cleaning = cleaning(place, stage);
      Runtime.getRuntime().addShutdownHook(cleaning);
      int status = play(screen, stage);
      if (status == Exit.OK) {
        screen.text(ByHand.text(launcher.path(), Duration.ofNanos(System.nanoTime() - began)));
      }
      return status;
    }
  }

  private static int play(Screen screen, Stage stage) throws IOException, InterruptedException {
    try {
      new Story(screen, stage).play();
      return Exit.OK;
    } catch (NotAsExpected e) {
      screen.wrong(String.valueOf(e.getMessage()));
      return Exit.FAILED;
    }
  }

  /** Returns a shutdown hook, so that neither a process nor a file is left after Ctrl-C. */
  private static Thread cleaning(ScratchDirectory place, Stage stage) {
    return Thread.ofPlatform()
        .unstarted(() -> {
          stage.close();
          place.close();
        });
  }
}
