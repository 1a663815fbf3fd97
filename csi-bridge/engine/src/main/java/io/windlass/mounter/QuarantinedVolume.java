package io.windlass.mounter;

import io.windlass.fuse.FuseSession;
import io.windlass.linux.Descriptor;
import io.windlass.linux.LinuxException;
import io.windlass.mounter.keeper.Keeper;
import io.windlass.mounter.volume.KeyedVolume;
import io.windlass.proto.mounter.Volume;
import io.windlass.proto.mounter.VolumeReport;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A mount in quarantine, which another mounter serves. No method waits for that mounter. */
final class QuarantinedVolume implements ServedMount {
  private static final String REASON =
      "mounters ended while they served this volume, so a mounter of its own serves it: the log of"
          + " the node says how they ended; unstage and stage the volume again to end the"
          + " quarantine";

  private static final String WAITS =
      "the mounter in quarantine does not answer at the moment: programs wait, as it is started"
          + " again and again";

  private final Quarantine quarantine;
  private final Keeper keeper;
  private final Descriptor device;
  private final CompletableFuture<FuseSession.End> end = new CompletableFuture<>();
  private volatile KeyedVolume volume;

  QuarantinedVolume(Quarantine quarantine, Keeper keeper, KeyedVolume volume, Descriptor device) {
    this.quarantine = quarantine;
    this.keeper = keeper;
    this.volume = volume;
    this.device = device;
  }

  /** Notes that the other mounter does not serve it any more, and never will. */
  void ended() {
    end.complete(FuseSession.End.UNMOUNTED);
  }

  @Override
  public Volume volume() {
    return volume.volume();
  }

  @Override
  public Volume message() {
    return volume.message();
  }

  @Override
  public void update(KeyedVolume wanted) {
    volume = wanted;
    keeper.change(wanted);
  }

  @Override
  public Optional<Descriptor> duplicateDevice() throws LinuxException {
    return isOver() ? Optional.empty() : Optional.of(device.duplicate());
  }

  @Override
  public boolean isOver() {
    return end.isDone();
  }

  @Override
  public CompletionStage<FuseSession.End> end() {
    return end.minimalCompletionStage();
  }

  @Override
  public VolumeReport report(QuarantineReports others) {
    Volume described = volume();
    return others
        .of(keeper.run(), described.getId())
        .map(VolumeReport::toBuilder)
        .orElseGet(() ->
            VolumeReport.newBuilder()
                .setId(described.getId())
                .setMountPoint(described.getMountPoint())
                .setSource(described.getSource().getBucket())
                .setCapacityBytes(described.getOptions().getCapacityBytes())
                .setCapacityObjects(described.getOptions().getCapacityObjects())
                .setTrouble(WAITS)
                .setWaiting(true))
        .setQuarantine(REASON)
        .build();
  }

  /** The other mounter gives back its own. */
  @Override
  public boolean rest() {
    return true;
  }

  /** The other mounter ends with this one's container, or serves on. */
  @Override
  public void leave() {}

  @Override
  public void close() {
    device.close();
    quarantine.release();
  }
}
