package io.windlass.mounter;

import io.windlass.linux.Descriptor;
import io.windlass.mounter.keeper.Keeper;
import io.windlass.mounter.keeper.ProgressDeadline;
import io.windlass.mounter.run.MounterProgram;
import io.windlass.mounter.run.RunDirectory;
import io.windlass.mounter.volume.KeyedVolume;
import java.io.IOException;
import java.util.Optional;

/**
 * Quarantine of a mounter: another mounter, which it starts as soon as it needs it and of which it
 * is the keeper. That serves the volumes whose content ended mounters, so that they end no volume
 * but each other. It may die again and again; pauses between its starts grow.
 *
 * <p>It is one process, with a small share of memory, however many volumes there are. It ends when
 * the last of them is unmounted. If this mounter dies, it serves on, and the next mounter finds it.
 */
final class Quarantine {
  private final RunDirectory run;
  private final MounterProgram program;
  private final ProgressDeadline deadline;

  /** Keeper of the mounter, while there are volumes. Guarded by this. */
  private Optional<Keeper> keeper = Optional.empty();

  /**
   * Creates a quarantine without volumes.
   *
   * @param run run directory of the mounter whose quarantine this is
   * @param program starts a mounter for volumes in quarantine
   */
  Quarantine(RunDirectory run, MounterProgram program, ProgressDeadline deadline) {
    this.run = run.quarantine();
    this.program = program;
    this.deadline = deadline;
  }

  /**
   * Has a volume served in quarantine, at once or as soon as there is a mounter for it.
   *
   * @param device descriptor of the mount; closed in the end, but not if this fails
   */
  synchronized QuarantinedVolume take(KeyedVolume volume, Descriptor device) throws IOException {
    if (keeper.isEmpty()) {
      keeper = Optional.of(Keeper.inBackground(run, program, deadline));
    }
    Descriptor another = device.duplicate();
    QuarantinedVolume taken = new QuarantinedVolume(this, keeper.get(), volume, device);
    var _ = keeper.get().resume(volume, another).thenRun(taken::ended);
    return taken;
  }

  /** Ends the mounter in quarantine if it has no volume any more. */
  synchronized void release() {
    if (keeper.filter(each -> each.volumes().isEmpty()).isPresent()) {
      keeper.get().close();
      keeper = Optional.empty();
    }
  }
}
