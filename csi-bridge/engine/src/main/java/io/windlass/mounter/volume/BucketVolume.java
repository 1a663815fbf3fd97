package io.windlass.mounter.volume;

import io.windlass.access.BucketLocation;
import io.windlass.backend.Backend;
import io.windlass.clock.RunningClock;
import io.windlass.fs.VolumeCounters;
import io.windlass.fs.VolumeOptions;
import io.windlass.fs.bucket.BucketFileSystem;
import io.windlass.fs.read.ReadCounters;
import io.windlass.fs.read.ReadEngine;
import io.windlass.fs.staging.UnpublishedChanges;
import io.windlass.fuse.Handler;
import io.windlass.proto.mounter.Activity;
import io.windlass.proto.mounter.Unpublished;
import io.windlass.proto.mounter.Usage;
import io.windlass.proto.mounter.Volume;
import io.windlass.proto.mounter.VolumeReport;
import io.windlass.proto.mounter.Writers;
import io.windlass.secret.Secret;
import io.windlass.store.Capabilities;
import io.windlass.store.ObjectStore;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A volume whose files are the objects of a bucket. */
final class BucketVolume implements OpenVolume {
  /** How long the end of a mount may take to send what was written. */
  static final Duration FINISHING = Duration.ofSeconds(15);

  private static final Logger log = LoggerFactory.getLogger(BucketVolume.class);

  private final Volume volume;
  private final Backend backend;
  private final Optional<AtomicReference<Secret>> credential;
  private final BucketFileSystem files;
  private final RequestCounters counters;
  private final CallCounters calls;
  private final FileSystemHandler handler;
  private final ReadEngine engine;
  private final HealthMonitor health;

  private BucketVolume(
      Volume volume,
      Backend backend,
      Optional<AtomicReference<Secret>> credential,
      BucketFileSystem files,
      ReadEngine engine,
      RequestCounters counters,
      CallCounters calls,
      HealthMonitor health) {
    this.volume = volume;
    this.backend = backend;
    this.credential = credential;
    this.files = files;
    this.engine = engine;
    this.counters = counters;
    this.calls = calls;
    this.health = health;
    this.handler = new FileSystemHandler(volume.getId(), files, counters, health);
  }

  /**
   * Opens the volume.
   *
   * @param backend backend of the volume; {@link #close} closes it
   * @param credential holder from which the backend reads the credential; empty: the backend reads
   *     it from files
   * @param resume whether another process may have served it: then nothing is sent
   * @param engine reads for this volume alone
   * @param clock for the time limits of operations
   * @param times of all volumes of the process
   */
  static BucketVolume open(
      Volume volume,
      Backend backend,
      Optional<AtomicReference<Secret>> credential,
      VolumeOptions options,
      Path state,
      boolean resume,
      ReadEngine engine,
      RunningClock clock,
      OperationTimes<Operation> times)
      throws IOException {
    String bucket = volume.getSource().getBucket();
    BucketLocation location = backend.locate(bucket);
    String source = StagingPlace.source(location);
    HealthMonitor health = new HealthMonitor();
    UsableBucket usable = new UsableBucket(volume, backend, InstantSource.system());
    Capabilities capabilities = resume ? usable.known() : usable.tried();
    CallCounters calls = new CallCounters();
    ObjectStore objects = usable.objects(health.watched(calls.counted(backend.objects(bucket))));
    BucketFileSystem files =
        options.readOnly()
            ? BucketFileSystem.open(objects, capabilities, source, options, state, engine, clock)
            : BucketFileSystem.open(
                objects,
                capabilities,
                source,
                options,
                state,
                StagingPlace.of(volume, location)::claim,
                engine,
                clock);
    try {
      if (files.stagedIn().isPresent()) {
        StagedVolume.describe(files.stagedIn().get(), volume);
      }
      return new BucketVolume(
          volume, backend, credential, files, engine, new RequestCounters(times), calls, health);
    } catch (IOException | RuntimeException | Error e) {
      files.close();
      throw e;
    }
  }

  @Override
  public Handler handler() {
    return handler;
  }

  @Override
  public void update(KeyedVolume wanted) throws IOException {
    if (wanted.credential().isPresent() != credential.isPresent()) {
      throw new IOException(
          "volume %s takes its key from %s, which cannot change while it is mounted"
              .formatted(volume.getId(), credential.isPresent() ? "its keeper" : "files"));
    }
    wanted.credential().ifPresent(key -> credential.orElseThrow().set(key));
    files.bound(BucketVolumes.bounds(wanted.volume().getOptions()));
  }

  @Override
  public VolumeReport report() {
    VolumeCounters volumeCounters = files.counters();
    ReadCounters read = engine.counters();
    UnpublishedChanges unpublished = files.unpublished();
    VolumeReport.Builder report = VolumeReport.newBuilder();
    files
        .holds()
        .ifPresent(held ->
            report.setUsage(Usage.newBuilder().setBytes(held.bytes()).setObjects(held.objects())));
    return report
        .setId(volume.getId())
        .setMountPoint(volume.getMountPoint())
        .setSource(volume.getSource().getBucket())
        .setRequests(counters.requests())
        .setErrors(counters.errors())
        .setBytesRead(counters.bytesRead())
        .setBytesWritten(counters.bytesWritten())
        .setBytesFetched(read.fetched())
        .setBytesFromDisk(read.fromDisk())
        .setNamesKnown(volumeCounters.known())
        .setNamesAsked(volumeCounters.asked())
        .setOpenFiles(volumeCounters.handles())
        .setCapacityBytes(files.bounds().bytes())
        .setCapacityObjects(files.bounds().objects())
        .setTrouble(health.last().orElse(""))
        .setUnpublished(
            Unpublished.newBuilder()
                .setFiles(unpublished.files())
                .setBytes(unpublished.bytes())
                .setOldestMs(unpublished.oldest().toMillis())
                .setOverdueMs(unpublished.overdue().toMillis()))
        .setWriters(writers())
        .setActivity(
            Activity.newBuilder()
                .addAllOperations(counters.operations())
                .addAllCalls(calls.reports()))
        .setStagedBytes(files.stagedBytes())
        .setStagingDirectory(files.stagedIn().map(Path::toString).orElse(""))
        .build();
  }

  private Writers writers() {
    if (volume.getOptions().getReadOnly()) {
      return Writers.OTHERS;
    }
    return volume.getOptions().getSingleWriter() ? Writers.SINGLE : Writers.ANY;
  }

  @Override
  public void finish() {
    files.publishAll(FINISHING);
  }

  @Override
  public void close() {
    files.close();
    backend.close();
    files
        .stagedIn()
        .ifPresent(directory -> {
          try {
            new StagedVolume(directory, Optional.of(volume)).removeIfSpent();
          } catch (IOException e) {
            log.debug("{} stays", directory, e);
          }
        });
  }
}
