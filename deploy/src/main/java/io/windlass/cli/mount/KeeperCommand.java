package io.windlass.cli.mount;

import io.windlass.cli.log.Logging;
import io.windlass.cli.terminal.Places;
import io.windlass.connect.BucketConnectors;
import io.windlass.linux.ProcessSession;
import io.windlass.mounter.run.RunDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Command that a mounter starts as its new keeper when its keeper has died. */
@Command(name = "keeper", hidden = true, header = "Keep what a mounter serves.%n")
public final class KeeperCommand implements Callable<Integer> {
  private final BucketConnectors connectors;

  @Parameters(
      paramLabel = "DIR",
      converter = Places.Directory.class,
      description = "Directory in which the mounter listens.")
  Path run = Path.of("");

  @Mixin Resources resources = new Resources();

  @Mixin LogOptions logs = new LogOptions();

  /**
   * Makes the command.
   *
   * @param connectors of the servers whose buckets can be mounted
   */
  public KeeperCommand(BucketConnectors connectors) {
    this.connectors = connectors;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    ProcessSession.leave();
    Logging.start(logs.settings());
    MountedVolume mounted = MountedVolume.adopt(new RunDirectory(run), connectors, resources);
    mounted.ready();
    return mounted.keep();
  }
}
