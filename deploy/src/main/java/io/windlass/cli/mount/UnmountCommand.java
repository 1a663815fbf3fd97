package io.windlass.cli.mount;

import io.windlass.cli.terminal.Exit;
import io.windlass.cli.terminal.Terminal;
import io.windlass.fuse.FuseMounts;
import io.windlass.linux.LinuxException;
import io.windlass.linux.MountPoint;
import io.windlass.store.Errno;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Command that unmounts what {@code mount} mounted, whatever state it is in. */
@Command(
    name = "unmount",
    aliases = "umount",
    header = "Unmount a bucket.%n",
    description = {"", "Its processes end by themselves. A mount that is dead is taken away, too."})
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

  public UnmountCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    Path place = directory.toAbsolutePath().normalize();
    Optional<MountPoint> mount = FuseMounts.at(place);
    if (mount.isEmpty()) {
      terminal.err().printf("windlass: no bucket is mounted at %s%n", place);
      return Exit.FAILED;
    }
    if (force) {
      FuseMounts.remove(mount.get(), PATIENCE);
      return Exit.OK;
    }
    return switch (FuseMounts.probe(place, SIGN_OF_LIFE)) {
      case DEAD -> {
        FuseMounts.detach(place, PATIENCE);
        yield Exit.OK;
      }
      case SILENT -> {
        terminal.err().printf("windlass: %s does not answer; --force takes it away%n", place);
        yield Exit.FAILED;
      }
      case SERVED -> unmount(place);
    };
  }

  private int unmount(Path place) throws LinuxException {
    try {
      FuseMounts.unmount(place, PATIENCE);
      return Exit.OK;
    } catch (LinuxException e) {
      if (!e.is(Errno.EBUSY)) {
        throw e;
      }
      terminal
          .err()
          .printf(
              "windlass: programs use %s (fuser -vm shows them); --force fails their calls%n",
              place);
      return Exit.FAILED;
    }
  }
}
