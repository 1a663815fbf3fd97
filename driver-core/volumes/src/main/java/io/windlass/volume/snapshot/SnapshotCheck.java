package io.windlass.volume.snapshot;

import io.windlass.error.DriverException;
import io.windlass.object.ObjectReader;
import io.windlass.provision.LeasedOperation;
import io.windlass.provision.OpenBackend;
import io.windlass.provision.OpenBackends;
import io.windlass.store.CopySource;
import io.windlass.store.GetOptions;
import io.windlass.volume.VolumeId;
import java.util.List;
import java.util.Optional;
import java.util.stream.Gatherers;

/** Looks whether all objects of a snapshot are there. Changes nothing. */
public final class SnapshotCheck {
  private static final int AT_ONCE = 16;

  private final OpenBackends backends;

  public SnapshotCheck(OpenBackends backends) {
    this.backends = backends;
  }

  /**
   * Returns what is missing or damaged first, in words; empty if the snapshot is whole, is not
   * complete yet, or is gone. Asks the server once for each object of the snapshot.
   */
  public Optional<String> problem(SnapshotId id) {
    OpenBackend configured = backends.require(id.backend());
    RecordName name = RecordName.of(id);
    return name.find(configured.registry())
        .map(entry -> entry.value())
        .filter(record -> record.state() == SnapshotRecord.State.READY)
        .flatMap(record -> problem(configured, name, record));
  }

  private Optional<String> problem(OpenBackend configured, RecordName name, SnapshotRecord record) {
    Optional<VolumeId> volume = VolumeId.parse(record.volume(), backends);
    if (volume.isEmpty()) {
      return Optional.of("its volume %s is on no configured backend".formatted(record.volume()));
    }
    Manifest manifest = new Manifest(LeasedOperation.on(configured), name);
    for (int page = 1; page <= record.listed().pages(); page++) {
      int number = page;
      List<ManifestEntry> entries;
      try {
        entries = manifest.read(page);
      } catch (DriverException e) {
        return Optional.of("page %d of its manifest: %s".formatted(page, e.getMessage()));
      }
      Optional<String> missing =
          entries.stream()
              .gather(
                  Gatherers.mapConcurrent(
                      AT_ONCE,
                      entry ->
                          isThere(
                                  configured,
                                  manifest.source(
                                      number, entry, volume.get().bucket(), volume.get().prefix()))
                              ? ""
                              : entry.key()))
              .filter(key -> !key.isEmpty())
              .findFirst();
      if (missing.isPresent()) {
        return Optional.of("the object of its file %s is gone".formatted(missing.get()));
      }
    }
    return Optional.empty();
  }

  private static boolean isThere(OpenBackend configured, CopySource source) {
    GetOptions options = new GetOptions(Optional.empty(), source.ifMatch(), source.version());
    try (ObjectReader _ =
        configured.backend().objects(source.bucket()).get(source.key(), options)) {
      return true;
    } catch (DriverException.NotFound | DriverException.PreconditionFailed e) {
      return false;
    }
  }
}
