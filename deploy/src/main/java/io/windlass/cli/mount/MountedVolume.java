package io.windlass.cli.mount;

import static java.util.stream.Collectors.joining;

import io.windlass.access.Protocol;
import io.windlass.cli.terminal.Exit;
import io.windlass.connect.BucketConnectors;
import io.windlass.linux.LinuxException;
import io.windlass.linux.ServiceManager;
import io.windlass.mounter.VolumeMounts;
import io.windlass.mounter.keeper.Keeper;
import io.windlass.mounter.run.KeeperTurn;
import io.windlass.mounter.run.MounterProgram;
import io.windlass.mounter.run.RunDirectory;
import io.windlass.mounter.volume.KeyedVolume;
import io.windlass.proto.mounter.Volume;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Mount, and the keeper of its mounter in this process. */
public final class MountedVolume {
  private static final Logger log = LoggerFactory.getLogger(MountedVolume.class);
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final RunDirectory run;
  private final KeeperTurn turn;
  private final Keeper keeper;

  private final ServedMetrics metrics;

  private final Optional<ServiceManager> manager = ServiceManager.of(System.getenv());

  /** What handles signals; empty if others do. */
  private final Optional<Thread> hook;

  private MountedVolume(
      RunDirectory run, KeeperTurn turn, Keeper keeper, ServedMetrics metrics, boolean stops) {
    this.run = run;
    this.turn = turn;
    this.keeper = keeper;
    this.metrics = metrics;
    this.hook =
        stops
            ? Optional.of(Thread.ofPlatform().name("stop").unstarted(this::stop))
            : Optional.empty();
    hook.ifPresent(Runtime.getRuntime()::addShutdownHook);
  }

  /**
   * Mounts a volume and starts the process that serves it. When this fails, nothing is left but the
   * log.
   *
   * @param turn of this process in the run directory: what was mounted there before has ended
   * @param mounter starts the process that serves it
   */
  static MountedVolume mount(
      RunDirectory run,
      KeeperTurn turn,
      MounterProgram mounter,
      KeyedVolume volume,
      Resources resources)
      throws IOException, InterruptedException {
    return mount(run, turn, mounter, volume, resources, true);
  }

  /**
   * Mounts a volume for a part of what this process does, which unmounts it in the end, also after
   * a signal. The mounter logs to the run directory. When this fails, nothing is left but the log.
   *
   * @param protocol that of its bucket
   */
  public static MountedVolume within(
      BucketConnectors connectors, Protocol protocol, RunDirectory run, KeyedVolume volume)
      throws IOException, InterruptedException {
    Resources resources = new Resources();
    MounterProcess mounter = MounterProcess.ofMount(connectors, protocol, resources);
    try (EarlyMounter early = EarlyMounter.of(mounter, run)) {
      return mount(run, KeeperTurn.take(run), early, volume, resources, false);
    }
  }

  private static MountedVolume mount(
      RunDirectory run,
      KeeperTurn turn,
      MounterProgram mounter,
      KeyedVolume volume,
      Resources resources,
      boolean stops)
      throws IOException, InterruptedException {
    boolean done = false;
    ServedMetrics metrics = new ServedMetrics();
    try {
      metrics.open(volume.volume()); // before anything is mounted, as its port may be taken
      Keeper keeper = Keeper.start(run, mounter, resources.deadline.value());
      metrics.collect(keeper);
      MountedVolume mounted = new MountedVolume(run, turn, keeper, metrics, stops);
      mounted.begin(volume);
      done = true;
      return mounted;
    } finally {
      if (!done) {
        metrics.close();
        run.deleteAllButLog();
        turn.close();
      }
    }
  }

  private void begin(KeyedVolume volume) throws IOException, InterruptedException {
    boolean done = false;
    try {
      new VolumeMounts(run, keeper).mount(volume);
      done = true;
    } finally {
      if (!done && removeHook()) {
        keeper.leave();
        keeper.close();
      }
    }
  }

  /** Continues as keeper of the volumes that a mounter serves whose keeper has died. */
  static MountedVolume adopt(RunDirectory run, BucketConnectors connectors, Resources resources)
      throws IOException, InterruptedException {
    MounterProcess program = MounterProcess.another(connectors, resources);
    KeeperTurn turn = KeeperTurn.take(run);
    Keeper keeper = Keeper.adopting(run, program, resources.deadline.value());
    ServedMetrics metrics = new ServedMetrics();
    metrics.resume(keeper);
    return new MountedVolume(run, turn, keeper, metrics, true);
  }

  /** Tells who supervises this service, if somebody does, that it is there. */
  void ready() {
    manager.ifPresent(who -> {
      try {
        who.ready("serves " + places());
      } catch (LinuxException e) {
        log.warn("the service manager is not told that the mount is there: {}", e.getMessage());
      }
    });
  }

  private void stopping() {
    manager.ifPresent(who -> {
      try {
        who.stopping("unmounts " + places());
      } catch (LinuxException e) {
        log.warn("the service manager is not told that the mount ends: {}", e.getMessage());
      }
    });
  }

  private String places() {
    return keeper.volumes().stream().map(Volume::getMountPoint).collect(joining(", "));
  }

  /**
   * Keeps the mount until it is unmounted, by anybody or because this process is told to stop.
   * Returns the exit status.
   */
  int keep() throws InterruptedException {
    try {
      keeper.idle().get();
      if (removeHook()) {
        end();
      } else {
        hook.orElseThrow().join(); // it does the rest, and halts the process
      }
      return Exit.OK;
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Unmounts, and returns when all has ended. */
  public void unmount() throws IOException, InterruptedException {
    for (Volume volume : keeper.volumes()) {
      VolumeMounts.unmount(Path.of(volume.getMountPoint()));
    }
    int _ = keep();
  }

  /** Returns false if a signal has arrived, and the hook runs. */
  private boolean removeHook() {
    try {
      return hook.isEmpty() || Runtime.getRuntime().removeShutdownHook(hook.get());
    } catch (IllegalStateException e) {
      return false;
    }
  }

  /**
   * Unmounts, lazily if the mount is in use: it disappears at once, and programs that use it
   * continue until they are done.
   */
  private void stop() {
    stopping();
    keeper.leave();
    for (Volume volume : keeper.volumes()) {
      Path place = Path.of(volume.getMountPoint());
      try {
        VolumeMounts.unmount(place);
      } catch (IOException e) {
        log.error("{} cannot be unmounted: {}", place, e.getMessage());
      }
    }
    try {
      if (!keeper.volumes().isEmpty()) {
        keeper.idle().get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
      }
      end();
    } catch (TimeoutException | ExecutionException e) {
      log.debug("still in use", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    Runtime.getRuntime().halt(Exit.OK);
  }

  /** The turn ends last: who mounts here next must not find what is removed now. */
  private void end() throws InterruptedException {
    keeper.close();
    metrics.close();
    try {
      if (!run.delete()) {
        log.debug("{} stays: its mounter has not ended", run.path());
      }
    } catch (IOException e) {
      log.debug("{} stays", run.path(), e);
    }
    turn.close();
  }
}
