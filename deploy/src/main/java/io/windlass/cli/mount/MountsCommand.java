package io.windlass.cli.mount;

import io.windlass.cli.terminal.DurationConverter;
import io.windlass.cli.terminal.Exit;
import io.windlass.cli.terminal.OutputOption;
import io.windlass.cli.terminal.Places;
import io.windlass.cli.terminal.Terminal;
import io.windlass.connect.BucketConnectors;
import io.windlass.fuse.FuseMounts;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Command that lists the mounts of this machine, with their state. */
@Command(
    name = "mounts",
    header = "List the buckets that are mounted on this machine.%n",
    description = {
      "",
      "Asks the processes that serve them, of a node plugin, too. STATE is",
      "  served    programs get answers,",
      "  failing   programs get errors, as its server fails: the line below says how,",
      "  silent    its process answers this command, but not the programs that use the mount,",
      "  starting  a process is about to serve it; programs that use it wait,",
      "  busy      its process did not answer in time; programs that use it wait,",
      "  dead      its processes are gone: 'windlass unmount' takes it away.",
      "",
      "UNSENT is what was written and is on local disk alone so far. What was read and written is"
          + " what the process did that serves it now. With -o wide, VERSION,"
          + " PID and UP are of that process; WRITES is read-only, read-write, or single-writer, for"
          + " a mount that nothing else may write beside; CACHED is how much of what was read came from memory"
          + " or local disk, NAMES how many questions about names and attributes were answered"
          + " without asking the server."
    })
public final class MountsCommand implements Callable<Integer> {
  private final Terminal terminal;
  private final BucketConnectors connectors;

  @Mixin RunDirectoryOption runDirectories = new RunDirectoryOption();

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      converter = DurationConverter.Positive.class,
      description =
          "How long a process may take to answer before it is said to be busy, like 3s. Default:"
              + " 3s")
  Duration timeout = Duration.ofSeconds(3);

  @Option(
      names = {"-l", "--long"},
      description = "The same as -o wide.")
  boolean more;

  @Mixin OutputOption output = new OutputOption();

  @Option(
      names = "--watch",
      paramLabel = "TIME",
      arity = "0..1",
      fallbackValue = "2s",
      converter = DurationConverter.Positive.class,
      description = "Look again and again, every 2 seconds or as often as this says.")
  Optional<Duration> watch = Optional.empty();

  @Mixin LeftBehind leftBehind = new LeftBehind();

  /** About files that stayed on local disk when volumes were unmounted. */
  static final class LeftBehind {
    @Option(
        names = "--unsent",
        description =
            "List what was written on this machine and is on local disk alone: volumes that were"
                + " unmounted while their server did not take it, and files that met a newer"
                + " object, which are kept aside.")
    boolean list;

    @Option(
        names = "--send",
        paramLabel = "NAME",
        description =
            "Send what --unsent lists under this name. The key comes from --credentials or the"
                + " environment, as for 'windlass mount'. Needs the right to mount.")
    Optional<String> send = Optional.empty();

    @Option(
        names = "--drop",
        paramLabel = "NAME",
        description = "Delete what --unsent lists under this name: it is lost.")
    Optional<String> drop = Optional.empty();

    @Option(
        names = "--credentials",
        paramLabel = "DIR",
        converter = Places.Directory.class,
        description = "With --send, a directory with the files of the key.")
    Optional<Path> credentials = Optional.empty();

    @Mixin StagingOption staging = new StagingOption();

    boolean isAsked() {
      return list || send.isPresent() || drop.isPresent();
    }
  }

  /**
   * Makes the command.
   *
   * @param connectors of the servers whose buckets can be mounted
   */
  public MountsCommand(Terminal terminal, BucketConnectors connectors) {
    this.terminal = terminal;
    this.connectors = connectors;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (leftBehind.isAsked()) {
      UnsentFiles unsent =
          new UnsentFiles(
              terminal, connectors, leftBehind.staging.volumes(), runDirectories.directories());
      if (leftBehind.send.isPresent()) {
        return unsent.send(leftBehind.send.get(), leftBehind.credentials);
      }
      return leftBehind.drop.isPresent() ? unsent.drop(leftBehind.drop.get()) : unsent.list(output);
    }
    if (output.form() == OutputOption.Form.NAME) {
      // For shells that complete names: no mount is waited for.
      FuseMounts.list().forEach(mount -> terminal.out().println(mount.path()));
      return Exit.OK;
    }
    Repeating repeating = new Repeating(terminal, watch, 0);
    do {
      MountSurvey.Found found = new MountSurvey(runDirectories.directories(), timeout).look();
      repeating.clear();
      show(found);
    } while (repeating.again());
    return Exit.OK;
  }

  private void show(MountSurvey.Found found) {
    if (output.isForPrograms()) {
      output.print(terminal, found.places().stream().map(MountFields::of).toList());
    } else if (found.places().isEmpty()) {
      terminal.err().println("windlass: no bucket is mounted");
    } else {
      boolean wide = more || output.form() == OutputOption.Form.WIDE;
      new MountLines(terminal, wide, wide ? Integer.MAX_VALUE : output.width(terminal)).show(found);
    }
  }
}
