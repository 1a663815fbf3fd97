package io.windlass.mounter.volume;

import io.windlass.backend.Backend;
import io.windlass.clock.RunningClock;
import io.windlass.connect.BucketAddress;
import io.windlass.connect.BucketConnector;
import io.windlass.connect.BucketConnectors;
import io.windlass.connect.CredentialSource;
import io.windlass.fs.Bounds;
import io.windlass.fs.VolumeOptions;
import io.windlass.fs.read.BufferBudget;
import io.windlass.fs.read.ReadEngine;
import io.windlass.http.Proxies;
import io.windlass.proto.mounter.MemoryReport;
import io.windlass.proto.mounter.Options;
import io.windlass.proto.mounter.Report;
import io.windlass.proto.mounter.Source;
import io.windlass.proto.mounter.Volume;
import io.windlass.secret.Secret;
import io.windlass.secret.SecretDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/** Opens volumes over buckets. All of them share one read engine, and so its memory. */
public final class BucketVolumes implements VolumeOpener {
  /** Upper bound of the time for which a name is believed not to exist. */
  private static final Duration NEGATIVE_TTL = Duration.ofSeconds(5);

  /** Name of the server in errors. */
  private static final String NAME = "mount";

  private final BucketConnectors connectors;
  private final Proxies proxies;
  private final ReadEngine engine;
  private final OperationTimes<Operation> times = OperationTimes.ofRequests();
  private final RunningClock clock = RunningClock.start();

  public BucketVolumes(BucketConnectors connectors, Proxies proxies, ReadEngine engine) {
    this.connectors = connectors;
    this.proxies = proxies;
    this.engine = engine;
  }

  @Override
  public void report(Report.Builder about) {
    BufferBudget budget = engine.budget();
    about
        .addAllOperations(times.reports())
        .setMemory(
            MemoryReport.newBuilder()
                .setLimitBytes(budget.bytes())
                .setUsedBytes(budget.used())
                .setWaitedUs(TimeUnit.NANOSECONDS.toMicros(budget.waited().toNanos())));
  }

  @Override
  public OpenVolume open(KeyedVolume keyed, Path state, boolean resume) throws IOException {
    Volume volume = keyed.volume();
    Source source = volume.getSource();
    BucketConnector connector =
        connectors
            .of(source.getProtocol())
            .orElseThrow(() ->
                new IOException(
                    "volume %s is of a kind that this mounter does not know: upgrade it"
                        .formatted(volume.getId())));
    Optional<AtomicReference<Secret>> told = keyed.credential().map(AtomicReference::new);
    Backend backend = backend(connector, volume, told);
    try {
      return BucketVolume.open(
          volume,
          backend,
          told,
          options(source, volume.getOptions()),
          state,
          resume,
          // The volumes of a server share what this process has.
          engine.ofVolume(backend.locate(source.getBucket()).endpoint().toString()),
          clock,
          times);
    } catch (IOException | RuntimeException | Error e) {
      backend.close();
      throw e;
    }
  }

  private Backend backend(
      BucketConnector connector, Volume volume, Optional<AtomicReference<Secret>> told)
      throws IOException {
    Source source = volume.getSource();
    try {
      return connector.open(
          NAME,
          new BucketAddress(connector.protocol(), source.getBucket(), source.getAddressMap()),
          told.<CredentialSource>map(key -> new CredentialSource.Text(key::get))
              .orElseGet(() -> files(source)),
          Optional.of(source.getCaCertificate()).filter(pem -> !pem.isEmpty()).map(Path::of),
          proxies);
    } catch (NoClassDefFoundError e) {
      // Connectors are there always, the libraries of their stores where they are installed.
      throw new IOException(
          "volume %s is on %s, and this mounter was started without the libraries for that: %s"
              .formatted(volume.getId(), connector.protocol().text(), e.getMessage()),
          e);
    }
  }

  private static CredentialSource files(Source source) {
    if (!source.hasDirectory()) {
      throw new IllegalArgumentException("the volume comes without credentials");
    }
    return new CredentialSource.Files(new SecretDirectory(Path.of(source.getDirectory())));
  }

  private static VolumeOptions options(Source source, Options options) {
    Duration ttl = Duration.ofMillis(options.getMetadataTtlMs());
    return VolumeOptions.DEFAULT
        .withMaxHoleBytes(
            options.hasHoleLimitBytes()
                ? options.getHoleLimitBytes()
                : VolumeOptions.DEFAULT.maxHoleBytes())
        .withPrefix(source.getPrefix())
        .withOwner(options.getUid(), options.getGid())
        .withModes(options.getFileMode(), options.getDirectoryMode())
        .withTtl(ttl, ttl.compareTo(NEGATIVE_TTL) < 0 ? ttl : NEGATIVE_TTL)
        .withReadOnly(options.getReadOnly())
        .withObjectMetadata(options.getObjectMetadata())
        .withDropsTags(options.getDropTags())
        .withTypesByName(options.getTypesByExtension())
        .withBounds(bounds(options))
        .withCommitInterval(Duration.ofMillis(options.getCommitIntervalMs()));
  }

  static Bounds bounds(Options options) {
    return new Bounds(
        options.getCounted(), options.getCapacityBytes(), options.getCapacityObjects());
  }
}
