package io.windlass.mounter;

import io.windlass.connect.BucketConnectors;
import io.windlass.fuse.BufferPool;
import io.windlass.fuse.ChildJvm;
import io.windlass.fuse.Handler;
import io.windlass.fuse.PatternFileSystem;
import io.windlass.fuse.message.Request;
import io.windlass.mounter.keeper.ProgressDeadline;
import io.windlass.mounter.run.MounterTurn;
import io.windlass.mounter.run.RunDirectory;
import io.windlass.mounter.run.Upkeep;
import io.windlass.mounter.volume.KeyedVolume;
import io.windlass.mounter.volume.OpenVolume;
import io.windlass.mounter.volume.VolumeOpener;
import io.windlass.proto.mounter.Report;
import io.windlass.proto.mounter.VolumeReport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** A mounter, in a process of its own, that ends when it reads a file of one of its volumes. */
final class DeadlyMounter {
  /** Id of this volume. */
  static final String DEADLY = "deadly";

  static final BucketConnectors CONNECTORS = new BucketConnectors(List.of());
  static final ProgressDeadline DEADLINE = new ProgressDeadline(Duration.ofMinutes(5), "a setting");

  /** Status of a process that ended by SIGABRT, as a JVM does that crashes. */
  private static final int CRASHED = 134;

  private static final int BUFFERS = 8;

  private DeadlyMounter() {}

  /** Starts one; of volumes in quarantine, if the directory is that of a quarantine. */
  static Process start(RunDirectory run) throws IOException {
    return ChildJvm.start(DeadlyMounter.class, run.home(), run.isQuarantine());
  }

  /**
   * Returns the file without which the volume is like any other. It is as long as mounters have
   * ended.
   */
  static Path armed(RunDirectory run) {
    return run.home().resolveSibling("armed");
  }

  public static void main(String[] arguments) throws Exception {
    RunDirectory home = new RunDirectory(Path.of(arguments[0]));
    boolean quarantine = Boolean.parseBoolean(arguments[1]);
    RunDirectory run = quarantine ? home.quarantine() : home;
    try (MounterTurn _ = MounterTurn.take(run, new Upkeep.ByKeeper())) {
      new Mounter(
              run,
              "test",
              "commit",
              new BufferPool(Mounter.MAX_REQUEST, BUFFERS),
              new Opener(armed(run)),
              new Upkeep.ByKeeper(),
              Mounter.SENDING,
              Mounter.FIRST_KEEPER,
              Suspects.read(run, !quarantine),
              quarantine
                  ? Optional.empty()
                  : Optional.of(new Quarantine(run, DeadlyMounter::start, DEADLINE)))
          .run();
    }
  }

  /** Opens volumes with the same files. */
  private record Opener(Path armed) implements VolumeOpener {
    @Override
    public OpenVolume open(KeyedVolume volume, Path state, boolean resume) {
      Handler files = new PatternFileSystem();
      return new Pattern(
          volume.id(),
          (request, exchange) -> {
            if (request instanceof Request.Read
                && volume.id().equals(DEADLY)
                && Files.exists(armed)) {
              crash(armed);
            }
            files.handle(request, exchange);
          });
    }

    @Override
    public void report(Report.Builder about) {}
  }

  private static void crash(Path armed) {
    try {
      Files.write(armed, new byte[1], StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Runtime.getRuntime().halt(CRASHED);
  }

  private record Pattern(String id, Handler handler) implements OpenVolume {

    @Override
    public void update(KeyedVolume volume) {}

    @Override
    public VolumeReport report() {
      return VolumeReport.newBuilder().setId(id).build();
    }

    @Override
    public void finish() {}

    @Override
    public void close() {}
  }
}
