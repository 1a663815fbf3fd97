package io.windlass.cli.mount;

import io.windlass.cli.scratch.ProgressDeadlineOption;
import io.windlass.cli.terminal.Exit;
import io.windlass.cli.terminal.Terminal;
import io.windlass.cli.terminal.Waiting;
import io.windlass.fuse.FuseMounts;
import io.windlass.linux.Errno;
import io.windlass.linux.LinuxException;
import io.windlass.linux.MountPoint;
import io.windlass.mounter.keeper.ProgressWatch;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Command that unmounts what {@code mount} mounted, whatever state it is in. */
@Command(
    name = "unmount",
    aliases = "umount",
    header = "Unmount a bucket.%n",
    description = {
      "",
      "Waits until what was written is on the server, for some seconds. The exit status is 1 if"
          + " some of it is not: it stays on local disk, the next mount of the bucket at this"
          + " directory sends it, and 'windlass mounts --unsent' lists it.",
      "",
      "The processes of the mount end by themselves. A mount that is dead is taken away, too."
    })
public final class UnmountCommand implements Callable<Integer> {
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final Duration SIGN_OF_LIFE = Duration.ofSeconds(3);

  private final Terminal terminal;

  @Parameters(paramLabel = "DIR", description = "Where it is mounted.")
  Path directory = Path.of("");

  @Option(
      names = "--force",
      description =
          "Unmount it even if programs use it, or if it does not answer: their calls fail.")
  boolean force;

  @Mixin ProgressDeadlineOption deadline = new ProgressDeadlineOption();

  public UnmountCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    Path place = directory.toAbsolutePath().normalize();
    Optional<MountPoint> mount = FuseMounts.at(place);
    if (mount.isEmpty()) {
      terminal.err().printf("windlass: no bucket is mounted at %s%n", place);
      return Exit.FAILED;
    }
    if (!force && !answers(place)) {
      return Exit.FAILED;
    }
    MountEnd end = MountEnd.of(mount.get());
    if (force) {
      FuseMounts.remove(mount.get(), PATIENCE);
    } else if (!unmount(place)) {
      return Exit.FAILED;
    }
    return isAllSent(end) ? Exit.OK : Exit.FAILED;
  }

  /**
   * Waits for an answer of the mount as long as its mounter makes progress: it may be starting.
   * Returns whether it answers or is dead, and says otherwise why it is not waited for.
   */
  private boolean answers(Path place) throws IOException {
    ProgressWatch watch = deadline.value().watch("its mounter", () -> RunningMounters.of(place));
    try (Waiting _ = Waiting.start(terminal, "waiting for the mounter of " + place)) {
      FuseMounts.Health _ = FuseMounts.probe(place, SIGN_OF_LIFE, watch::check);
      return true;
    } catch (LinuxException e) {
      throw e;
    } catch (IOException e) {
      terminal
          .err()
          .printf(
              "windlass: %s does not answer, as %s; --force takes it away%n",
              place, e.getMessage());
      return false;
    }
  }

  private boolean unmount(Path place) throws LinuxException {
    try {
      FuseMounts.unmount(place, PATIENCE);
      return true;
    } catch (LinuxException e) {
      if (!e.is(Errno.EBUSY)) {
        throw e;
      }
      terminal
          .err()
          .printf(
              "windlass: programs use %s (fuser -vm shows them); --force fails their calls%n",
              place);
      return false;
    }
  }

  private boolean isAllSent(MountEnd end) throws IOException, InterruptedException {
    try (Waiting _ = Waiting.start(terminal, "waiting until what was written is sent")) {
      if (!end.await()) {
        terminal
            .err()
            .println(
                "windlass: it is unmounted, and its processes still work: 'windlass mounts"
                    + " --unsent' says later whether something was not sent");
        return false;
      }
    }
    List<String> left = end.left();
    left.forEach(what -> terminal.err().println("windlass: " + what));
    return left.isEmpty();
  }
}
