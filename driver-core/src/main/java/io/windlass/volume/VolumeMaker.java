package io.windlass.volume;

import io.windlass.provision.BucketParameters;
import io.windlass.provision.Buckets;
import io.windlass.provision.InFlight;
import io.windlass.provision.Site;
import io.windlass.provision.Sites;
import io.windlass.registry.Entry;
import io.windlass.registry.Held;
import io.windlass.registry.Kind;
import io.windlass.registry.VolumeRecord;
import io.windlass.registry.VolumeRecord.State;
import io.windlass.store.StoreException;
import io.windlass.volume.VolumeData.Reached;
import java.util.List;
import java.util.Optional;

/** Makes volumes. Whatever a call leaves undone, the next identical one goes on with. */
final class VolumeMaker {
  private final Sites sites;
  private final VolumeRecords records;
  private final Buckets buckets;
  private final VolumeData data;
  private final VolumeRemover remover;
  private final InFlight inFlight;
  private final Regions regions;

  VolumeMaker(
      Sites sites,
      VolumeRecords records,
      Buckets buckets,
      VolumeData data,
      VolumeRemover remover,
      InFlight inFlight,
      Regions regions) {
    this.sites = sites;
    this.records = records;
    this.buckets = buckets;
    this.data = data;
    this.remover = remover;
    this.inFlight = inFlight;
    this.regions = regions;
  }

  Volume create(VolumeRequest request) {
    VolumeId id = request.id(sites);
    Site site = records.site(id);
    requirePossible(site, id, request);
    try (InFlight.Entered _ = inFlight.enter("volume " + id)) {
      return Volume.of(id, begin(site, id, request));
    }
  }

  private VolumeRecord begin(Site site, VolumeId id, VolumeRequest request) {
    Optional<Entry<VolumeRecord>> found = records.find(id);
    return found.isEmpty()
        ? createNew(site, id, request)
        : createAgain(site, id, request, found.get());
  }

  private static void requirePossible(Site site, VolumeId id, VolumeRequest request) {
    if (id.folder().isPresent() && request.changeable().needsOwnBucket()) {
      throw new StoreException.InvalidArgument(
          "mutable parameters tags and expirationDays are of a bucket, and with parameter bucket a"
              + " volume has none of its own: leave them out");
    }
    List<String> missing =
        request
            .parameters()
            .bucketWith(request.changeable(), Optional.empty())
            .settings()
            .notOfferedBy(site.backend().capabilities());
    if (!missing.isEmpty()) {
      throw new StoreException.InvalidArgument(
          "backend %s does not offer parameter %s: leave it out"
              .formatted(id.backend(), String.join(", ", missing)));
    }
  }

  private VolumeRecord createNew(Site site, VolumeId id, VolumeRequest request) {
    Optional<String> region = region(id, request, request.parameters().region());
    requireSource(id, request);
    if (id.folder().isEmpty() && site.backend().buckets().exists(id.bucket())) {
      throw new StoreException.AlreadyExists(
          "bucket %s is there and was not made as a volume; to use it, name it as the volumeHandle of"
                  .formatted(id)
              + " a PersistentVolume, or in parameter bucket",
          null);
    }
    Held<VolumeRecord> held =
        site.registry().claimNew(Kind.VOLUMES, id.recordId(), request.intent(region));
    return make(id, request, held, held::remove);
  }

  /** A shared bucket lies where it lies: its folders are for nodes everywhere. */
  private Optional<String> region(VolumeId id, VolumeRequest request, Optional<String> named) {
    return id.folder().isPresent()
        ? Optional.empty()
        : regions.choose(id.backend(), named, request.regions());
  }

  private VolumeRecord createAgain(
      Site site, VolumeId id, VolumeRequest request, Entry<VolumeRecord> found) {
    VolumeRecord record = found.value();
    return switch (record.state()) {
      case READY -> {
        requireSame(id, record, request);
        yield record;
      }
      case CREATING -> {
        requireSame(id, record, request);
        Held<VolumeRecord> held = site.registry().claim(found, record);
        try {
          if (request.source().filter(source -> data.isKept(id, source)).isEmpty()) {
            requireSource(id, request);
          }
        } catch (StoreException.NotFound
            | StoreException.InvalidArgument
            | StoreException.OutOfRange e) {
          remover.remove(id, held);
          throw e;
        }
        yield make(id, request, held, held::remove);
      }
      case DELETING -> {
        remover.finish(id, site.registry().claim(found, record));
        yield begin(site, id, request);
      }
      case RELEASED -> {
        // What snapshots need of the one before lies in its bucket.
        Optional<String> region =
            region(id, request, record.region().or(request.parameters()::region));
        requireSource(id, request);
        Held<VolumeRecord> held = site.registry().claim(found, request.intent(region));
        yield make(id, request, held, () -> remover.remove(id, held));
      }
    };
  }

  private void requireSource(VolumeId id, VolumeRequest request) {
    if (request.source().isEmpty()) {
      return;
    }
    ContentSource source = request.source().get();
    long least = data.requireSource(id, source);
    long bytes = request.capacity().bytes();
    if (bytes > 0 && bytes < least) {
      throw new StoreException.OutOfRange(
          "capacity_range: %d bytes are less than the %d of %s, which is to be copied"
              .formatted(bytes, least, source.id()));
    }
  }

  private static void requireSame(VolumeId id, VolumeRecord record, VolumeRequest request) {
    Optional<String> difference = record.request().difference(request.fingerprint());
    if (difference.isEmpty() && !request.capacity().admits(record.capacityBytes())) {
      difference =
          Optional.of(
              "capacity is %d bytes and was asked to be %s"
                  .formatted(record.capacityBytes(), request.capacity()));
    }
    if (difference.isEmpty()
        && record.region().filter(region -> !request.regions().admits(region)).isPresent()) {
      difference =
          Optional.of(
              "region is %s and was asked to be %s"
                  .formatted(record.region().get(), request.regions()));
    }
    if (difference.isPresent()) {
      throw new StoreException.AlreadyExists(
          "volume %s is there and differs: %s".formatted(id, difference.get()), null);
    }
  }

  /** A failure that no repetition will mend is undone, so that a corrected request can succeed. */
  private VolumeRecord make(
      VolumeId id, VolumeRequest request, Held<VolumeRecord> held, Runnable undo) {
    // Whoever made it again, or removed it before, may have died before this.
    data.reuse(id);
    try {
      held.step();
      makeBucket(id, request, held.value().region());
    } catch (StoreException.InvalidArgument
        | StoreException.AlreadyExists
        | StoreException.PermissionDenied
        | StoreException.QuotaExceeded e) {
      undo.run();
      throw e;
    }
    if (request.source().isPresent()) {
      Reached reached = data.fill(id, request.source().get(), held::step);
      if (reached != Reached.END) {
        held.complete(held.value());
        throw new StoreException.Busy(
            "volume %s is being filled from %s: call again"
                .formatted(id, request.source().get().id()));
      }
    }
    return held.complete(held.value().in(State.READY)).value();
  }

  /** A shared bucket is taken as it is, whoever made it. */
  private void makeBucket(VolumeId id, VolumeRequest request, Optional<String> region) {
    if (id.folder().isEmpty()) {
      buckets.create(id.bucketId(), request.parameters().bucketWith(request.changeable(), region));
      return;
    }
    try {
      buckets.get(id.bucketId(), BucketParameters.DEFAULT);
    } catch (StoreException.NotFound e) {
      buckets.create(id.bucketId(), BucketParameters.DEFAULT);
    }
  }
}
