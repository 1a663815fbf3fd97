package io.windlass.cli.demo;

import io.windlass.cli.scratch.Launcher;
import io.windlass.cli.scratch.ProgressDeadlineOption;
import io.windlass.cli.scratch.ScratchDirectory;
import io.windlass.cli.stores.Stores;
import io.windlass.cli.terminal.Exit;
import io.windlass.cli.terminal.Terminal;
import io.windlass.cli.terminal.UrlConverter;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
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
    header = "Show what the driver promises, and that it keeps it, on an embedded store.%n",
    description = {
      "",
      "Starts a driver of its own on a socket in a temporary directory, with an embedded S3 server;"
          + " makes buckets, grants access, uses it with an S3 client, kills the driver; mounts the"
          + " same bucket, kills what serves it in the middle of a write, snapshots and copies it;"
          + " revokes, and removes everything. Leaves nothing, and needs nothing but root's rights"
          + " and /dev/fuse for the part that mounts, which is left out without them.",
      "",
      "With --on azure the store is an Azurite, the emulator of Azure Storage, that you have"
          + " started: \"npx azurite --skipApiVersionCheck\" does. Of its key, AZURITE_ACCOUNTS"
          + " says what it says to Azurite.",
      "",
      "With --on gcs it is a project of yours, named by the settings that a driver has for a"
          + " backend gcs: WINDLASS_GCS_PROJECT, WINDLASS_GCS_CREDENTIALS and others of"
          + " docs/CONFIGURATION.md. Buckets, service accounts and keys are made there and removed;"
          + " that takes some minutes, because Google's permissions do."
    })
public final class DemoCommand implements Callable<Integer> {
  private final Terminal terminal;
  private final String version;

  /** What the demo's driver can be over. */
  enum Kind {
    local,
    azure,
    gcs
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
      converter = UrlConverter.class,
      description = "Account of the Azurite. Default: http://127.0.0.1:10000/devstoreaccount1")
  URI azurite = Azurite.USUAL;

  @Mixin ProgressDeadlineOption deadline = new ProgressDeadlineOption();

  @Option(names = "--wire", description = "Show every call, request and answer.")
  boolean wire;

  @Option(
      names = "--stay",
      description = "Stop before anything is taken away, and keep it running to play with.")
  boolean stay;

  @Option(names = "--step", description = "Wait for Enter before each part: for talks.")
  boolean step;

  /**
   * Makes the command.
   *
   * @param version of this build
   */
  public DemoCommand(Terminal terminal, String version) {
    this.terminal = terminal;
    this.version = version;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    Launcher launcher = Launcher.current();
    // The demo's workloads are clients of the store.
    List<String> libraries =
        switch (on) {
          case local -> List.of("s3");
          case azure -> List.of("azure");
          // Keys for Google are tried with the client of S3.
          case gcs -> List.of("gcs", "s3");
        };
    for (String library : libraries) {
      Stores.requireLibraries(library);
    }
    long began = System.nanoTime();
    try (ScratchDirectory place = ScratchDirectory.make();
        DemoStore store = store(place)) {
      terminal.print("", 0, beginning(place));
      Screen screen = screen();
      try (Stage stage = new Stage(screen, launcher, place, store, deadline.value())) {
        Thread cleaning = cleaning(place, store, stage);
        Runtime.getRuntime().addShutdownHook(cleaning);
        int status = play(screen, stage);
        if (status == Exit.OK && !stay) {
          Duration taken = Duration.ofNanos(System.nanoTime() - began);
          terminal.out().print(wire ? ByHand.text(launcher.path(), store, taken) : next(taken));
        }
        return status;
      }
    }
  }

  private String beginning(ScratchDirectory place) {
    String where =
        switch (on) {
          case local -> "an S3 server made for this in " + place.directory();
          case azure -> "the Azurite at " + azurite;
          case gcs -> "the project of Google Cloud that WINDLASS_GCS_PROJECT names";
        };
    return "Windlass %s, on %s. Nothing of yours is touched.".formatted(version, where);
  }

  private Screen screen() {
    if (wire) {
      return new WireScreen(terminal);
    }
    terminal.out().println();
    return new PromiseScreen(terminal, step);
  }

  private static String next(Duration taken) {
    return """

    All as promised, in %.1f s.

      windlass demo --stay    keeps it all running, to play with
      windlass demo --wire    shows every call, and ends with how to do it by hand
      windlass mount --help   your own bucket as a directory
    """
        .formatted(taken.toMillis() / 1000.0);
  }

  private DemoStore store(ScratchDirectory place) throws IOException {
    return switch (on) {
      case local -> new EmbeddedStore(place);
      case azure -> Azurite.find(azurite, terminal.environment(), place);
      case gcs -> GoogleProject.find(terminal.environment(), place);
    };
  }

  private int play(Screen screen, Stage stage) throws IOException, InterruptedException {
    try {
      new Story(screen, stage, stay ? Optional.of(new Stay(terminal)) : Optional.empty()).play();
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
