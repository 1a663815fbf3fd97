package io.windlass.cli.demo;

import io.windlass.cli.scratch.Launcher;
import io.windlass.cli.scratch.ProgressDeadlineOption;
import io.windlass.cli.scratch.ScratchDirectory;
import io.windlass.cli.stores.Stores;
import io.windlass.cli.terminal.Exit;
import io.windlass.cli.terminal.Terminal;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

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
          + " which is left out without them.",
      "",
      "With --on azure the store is an Azurite, the emulator of Azure Storage, that you have"
          + " started: \"npx azurite --skipApiVersionCheck\" does. Of its key, AZURITE_ACCOUNTS"
          + " says what it says to Azurite."
    })
public final class DemoCommand implements Callable<Integer> {
  private final Terminal terminal;

  /** What the demo's driver can be over. */
  enum Kind {
    local,
    azure
  }

  // The launcher looks for it, too: it adds the libraries to the class path.
  @Option(
      names = "--on",
      paramLabel = "STORE",
      description = "One of ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}")
  Kind on = Kind.local;

  @Option(
      names = "--azurite",
      paramLabel = "URL",
      description = "Account of the Azurite. Default: http://127.0.0.1:10000/devstoreaccount1")
  URI azurite = AzuriteStore.USUAL;

  @Mixin ProgressDeadlineOption deadline = new ProgressDeadlineOption();

  public DemoCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    Launcher launcher = Launcher.current();
    // The demo's workloads are clients of the store.
    Stores.requireLibraries(
        switch (on) {
          case local -> "s3";
          case azure -> "azure";
        });
    Screen screen = new Screen(terminal);
    long began = System.nanoTime();
    try (ScratchDirectory place = ScratchDirectory.make();
        DemoStore store = store(place);
        Stage stage = new Stage(screen, launcher, place, store, deadline.value())) {
      Thread cleaning = cleaning(place, store, stage);
      Runtime.getRuntime().addShutdownHook(cleaning);
      int status = play(screen, stage);
      if (status == Exit.OK) {
        screen.text(
            ByHand.text(launcher.path(), store, Duration.ofNanos(System.nanoTime() - began)));
      }
      return status;
    }
  }

  private DemoStore store(ScratchDirectory place) throws IOException {
    return switch (on) {
      case local -> new EmbeddedStore(place);
      case azure -> AzuriteStore.find(azurite, terminal.environment(), place);
    };
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
  private static Thread cleaning(ScratchDirectory place, DemoStore store, Stage stage) {
    return Thread.ofPlatform()
        .unstarted(() -> {
          stage.close();
          store.close();
          place.close();
        });
  }
}
