package io.windlass.cli.mount;

import io.windlass.cli.terminal.Exit;
import io.windlass.mounter.Keeper;
import io.windlass.mounter.KeyedVolume;
import io.windlass.mounter.RunDirectory;
import io.windlass.mounter.VolumeMounts;
import io.windlass.proto.mounter.Volume;
import io.windlass.store.Protocol;
import io.windlass.store.StoreConnectors;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Mount, and the keeper of its mounter in this process. */
final class MountedVolume {
  private static final Logger log = LoggerFactory.getLogger(MountedVolume.class);
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final RunDirectory run;
  private final Keeper keeper;

  private MountedVolume(RunDirectory run, Keeper keeper) {
    this.run = run;
    this.keeper = keeper;
  }

  /** Mounts a volume and starts the process that serves it. */
  static MountedVolume mount(
      RunDirectory run, StoreConnectors connectors, KeyedVolume volume, Resources resources)
      throws IOException, InterruptedException {
    Protocol protocol =
        Protocol.of(volume.volume().getSource().getProtocol())
            .orElseThrow(() -> new IllegalArgumentException("the volume is on no known store"));
    MounterProcess program = MounterProcess.ofMount(connectors, protocol, resources);
    Keeper keeper = keeper(run, connectors, program, resources);
    boolean done = false;
    try {
      new VolumeMounts(run, keeper).mount(volume);
      done = true;
      return new MountedVolume(run, keeper);
    } finally {
      if (!done) {
        keeper.leave();
        keeper.close();
      }
    }
  }

  /** Continues as keeper of the volumes that a mounter serves whose keeper has died. */
  static MountedVolume adopt(RunDirectory run, StoreConnectors connectors, Resources resources)
      throws IOException, InterruptedException {
    MounterProcess program = MounterProcess.another(connectors, resources);
    return new MountedVolume(run, keeper(run, connectors, program, resources));
  }

  private static Keeper keeper(
      RunDirectory run, StoreConnectors connectors, MounterProcess program, Resources resources)
      throws IOException, InterruptedException {
    return Keeper.start(run, connectors, program, resources.deadline.value());
  }

  /**
   * Keeps the mount until it is unmounted, by anybody or because this process is told to stop.
   * Returns the exit status.
   */
  int keep() throws InterruptedException {
    Thread hook = Thread.ofPlatform().name("stop").unstarted(this::stop);
    Runtime.getRuntime().addShutdownHook(hook);
    try {
      keeper.idle().get();
      Runtime.getRuntime().removeShutdownHook(hook);
      end();
      return Exit.OK;
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    } catch (IllegalStateException e) {
      // A signal has arrived: the hook does the rest, and halts the process.
      hook.join();
      return Exit.OK;
    }
  }

  /**
   * Unmounts, lazily if the mount is in use: it disappears at once, and programs that use it
   * continue until they are done.
   */
  private void stop() {
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
      keeper.idle().get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
      end();
    } catch (TimeoutException | ExecutionException e) {
      log.debug("still in use", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    Runtime.getRuntime().halt(Exit.OK);
  }

  private void end() {
    keeper.close();
    try {
      run.delete();
    } catch (IOException e) {
      log.debug("{} stays", run.path(), e);
    }
  }
}
