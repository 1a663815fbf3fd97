package io.windlass.mounter.volume;

import io.windlass.backend.Backend;
import io.windlass.backend.Trust;
import io.windlass.error.DriverException;
import io.windlass.proto.mounter.Volume;
import io.windlass.store.Capabilities;
import io.windlass.store.Feature;
import io.windlass.store.ListOptions;
import io.windlass.store.ObjectStore;
import io.windlass.trial.ServerProbe;
import io.windlass.trial.ServerTrial;
import io.windlass.trial.ServerTrial.Subject;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A bucket in the way in which a volume can use it. Whoever writes relies on conditions: that one
 * of several writers is told that it came too late. So a server is tried for them before a mount
 * writes to it, unless the mount is the bucket's only writer.
 */
final class UsableBucket {
  private static final Logger log = LoggerFactory.getLogger(UsableBucket.class);

  /** What a mount that writes relies on. */
  private static final Set<Subject> NEEDED =
      Set.of(Subject.WRITES, Subject.LISTINGS, Subject.UPLOADS, Subject.COPIES, Subject.RANGES);

  /** What a mount that writes can do without. */
  private static final Set<Subject> DISPENSABLE = Set.of(Subject.UPLOADS, Subject.RANGES);

  private static final String WITHOUT =
      "mount it read-only, or, if nothing but this mount writes to the bucket, as its single writer";

  private final Volume volume;
  private final Backend backend;
  private final InstantSource clock;

  UsableBucket(Volume volume, Backend backend, InstantSource clock) {
    this.volume = volume;
    this.backend = backend;
    this.clock = clock;
  }

  /**
   * Asks the server, and returns what it was found to keep.
   *
   * @throws IOException when the bucket does not exist, may not be listed, its server does not
   *     answer, or does not keep what a mount that writes relies on; the message says which
   */
  Capabilities tried() throws IOException {
    try {
      if (reliesOnConditions() && backend.trust() != Trust.KNOWN) {
        sweep();
        return without(broken());
      }
      list();
      if (!volume.getOptions().getReadOnly() && backend.trust() != Trust.KNOWN) {
        requireListings();
      }
      return backend.capabilities();
    } catch (DriverException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  /** Lists, and removes what a trial left whose process died. */
  private void sweep() {
    try {
      probe().sweep();
    } catch (DriverException.PermissionDenied e) {
      list(); // which a policy may permit of the volume's directory alone
    }
  }

  private void list() {
    backend
        .objects(bucket())
        .list(ListOptions.prefix(volume.getSource().getPrefix()).withLimit(1), Optional.empty());
  }

  /**
   * Returns what the server was found to keep when it was tried last, for a mount that is taken
   * over. Sends nothing, as programs wait, and does not refuse the mount. If nothing was found, as
   * by a version that tried nothing, the mount does without all that it can do without, until it is
   * mounted anew.
   */
  Capabilities known() throws IOException {
    if (!reliesOnConditions() || backend.trust() == Trust.KNOWN) {
      return backend.capabilities();
    }
    Optional<Set<Subject>> last = found().last(NEEDED);
    if (last.isEmpty()) {
      log.warn(
          "volume {}: its server was not tried: no file may be larger than one request, and ranges"
              + " are read and sent, until it is mounted anew",
          volume.getId());
    }
    return without(last.orElse(DISPENSABLE));
  }

  /** Returns the objects in the way in which the volume writes them. */
  ObjectStore objects(ObjectStore plain) {
    return volume.getOptions().getSingleWriter() ? new SingleWriterStore(plain) : plain;
  }

  private String bucket() {
    return volume.getSource().getBucket();
  }

  private boolean reliesOnConditions() {
    return !volume.getOptions().getReadOnly() && !volume.getOptions().getSingleWriter();
  }

  private FoundServer found() {
    return new FoundServer(
        Path.of(volume.getOptions().getStaging()),
        StagingPlace.source(backend.locate(bucket())),
        clock);
  }

  private Capabilities without(Set<Subject> broken) {
    if (broken.contains(Subject.RANGES)) {
      backend.sendRanges();
    }
    Set<Feature> missing = EnumSet.noneOf(Feature.class);
    broken.forEach(subject -> missing.addAll(subject.features()));
    return backend.capabilities().without(missing);
  }

  private Set<Subject> broken() throws IOException {
    Trust trust = backend.trust();
    if (trust == Trust.KNOWN) {
      return Set.of();
    }
    Optional<Set<Subject>> fresh = found().fresh(NEEDED);
    if (fresh.isPresent()) {
      return fresh.get();
    }
    Optional<List<ServerTrial>> trials = trials(trust);
    if (trials.isEmpty()) {
      found().believe(NEEDED);
      return found().last(NEEDED).orElse(Set.of());
    }
    Set<Subject> broken = broken(trials.get());
    found().keep(NEEDED, broken);
    return broken;
  }

  /** The only writer of a bucket does without conditions, and also looks at files and lists. */
  private void requireListings() throws IOException {
    Set<Subject> listings = Set.of(Subject.LISTINGS);
    if (found().fresh(listings).isPresent()) {
      return;
    }
    try {
      found().keep(listings, broken(probe().run(listings)));
    } catch (DriverException.PermissionDenied
        | DriverException.QuotaExceeded
        | DriverException.Unsupported e) {
      log.warn("volume {}: listings cannot be tried: {}", volume.getId(), e.getMessage());
    }
  }

  private ServerProbe probe() {
    return new ServerProbe(backend, bucket(), volume.getSource().getPrefix());
  }

  private Set<Subject> broken(List<ServerTrial> trials) throws IOException {
    Set<Subject> broken = EnumSet.noneOf(Subject.class);
    for (ServerTrial trial : trials) {
      if (trial.isBroken()) {
        refuse(trial);
        log.warn("volume {}: {}", volume.getId(), trial);
        broken.add(trial.subject());
      } else if (trial.grade() == ServerTrial.Grade.REMARK) {
        log.warn("volume {}: {}", volume.getId(), trial);
      }
    }
    return broken;
  }

  /**
   * Returns what was found; empty if a server that is believed all the same cannot be tried, since
   * the key may not, or since it is full.
   */
  private Optional<List<ServerTrial>> trials(Trust trust) throws IOException {
    try {
      return Optional.of(probe().run(NEEDED));
    } catch (DriverException.PermissionDenied | DriverException.QuotaExceeded e) {
      if (trust == Trust.RECOGNIZED) {
        return Optional.empty();
      }
      throw new IOException(
          "the server of bucket %s cannot be tried for what a mount relies on that writes: %s; %s"
              .formatted(bucket(), e.getMessage(), WITHOUT),
          e);
    }
  }

  /** A mount does without conditions of completions and of ranges, and without no others. */
  private void refuse(ServerTrial trial) throws IOException {
    switch (trial.subject()) {
      case UPLOADS, RANGES, CLOCK -> {}
      case LISTINGS ->
          throw new IOException(
              "the server of bucket %s does not list what a mount relies on that writes: %s; %s"
                  .formatted(bucket(), trial.text(), trial.next()));
      case WRITES, COPIES, DELETES ->
          throw new IOException(
              "the server of bucket %s does not keep what a mount relies on that writes: %s; %s"
                  .formatted(bucket(), trial.text(), WITHOUT));
    }
  }
}
