package io.windlass.csi.node;

import io.windlass.csi.Renewal;
import io.windlass.csi.node.request.VolumeAccess;
import io.windlass.error.DriverException;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Renews credentials of mounted volumes that end by themselves: asks the controller after half of
 * their life, and gives the next one to the living mount. What it needs to know is kept with the
 * mount, so another plugin goes on after this one.
 */
final class CredentialRenewals {
  private static final Logger log = LoggerFactory.getLogger(CredentialRenewals.class);

  /** Pause after a failure; twice as long after each further one. */
  static final Duration FIRST_PAUSE = Duration.ofSeconds(2);

  static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);

  /** Questions to one controller at one time. */
  static final int QUESTIONS = 8;

  /** Whoever issues credentials. */
  interface Controller {
    /**
     * Asks for the next credential.
     *
     * @return empty if the volume is not attached to this node any more
     * @throws IOException when there is no answer, or none that helps; ask again
     */
    Optional<VolumeAccess> ask(String volumeId, Renewal renewal)
        throws IOException, InterruptedException;
  }

  /** The living mounts. */
  interface Mounts {
    /** Returns how the controller is asked; empty if it cannot be asked, or nothing is there. */
    Optional<Renewal> renewal(NodeRecord record);

    /**
     * Gives a living mount another credential.
     *
     * @throws DriverException.Aborted when another call works on the volume
     */
    void give(NodeRecord record, VolumeAccess access) throws IOException, InterruptedException;
  }

  /**
   * What was tried in vain.
   *
   * @param of what was to be renewed
   * @param pause after which it is tried again
   * @param next when that is; empty: not again, as the volume is not attached any more
   * @param told whether the log tells of a failure
   */
  private record Trial(Renewal of, Duration pause, Optional<Instant> next, boolean told) {
    static Trial last(Renewal of) {
      return new Trial(of, Duration.ZERO, Optional.empty(), false);
    }
  }

  private final Supplier<List<NodeRecord>> records;
  private final Mounts mounts;
  private final Controller controller;
  private final InstantSource clock;
  private final Executor threads;

  /** Mounts that are being renewed. */
  private final Set<String> renewing = ConcurrentHashMap.newKeySet();

  /** How many questions each controller is being asked, by its address. */
  private final Map<String, Integer> questions = new ConcurrentHashMap<>();

  private final Map<String, Trial> trials = new ConcurrentHashMap<>();
  private final LongAdder renewals = new LongAdder();
  private final LongAdder failures = new LongAdder();

  /**
   * Creates the renewals of the mounts of a node.
   *
   * @param threads for questions to controllers, which may take seconds
   */
  CredentialRenewals(
      Supplier<List<NodeRecord>> records,
      Mounts mounts,
      Controller controller,
      InstantSource clock,
      Executor threads) {
    this.records = records;
    this.mounts = mounts;
    this.controller = controller;
    this.clock = clock;
    this.threads = threads;
  }

  /**
   * Begins to renew everything for which it is time. A controller that does not answer has only so
   * many questions at once, and does not hold up the others.
   */
  void look() {
    List<NodeRecord> all = records.get();
    trials
        .keySet()
        .retainAll(all.stream().map(NodeRecord::id).collect(Collectors.toUnmodifiableSet()));
    for (NodeRecord record : all) {
      Optional<Renewal> renewal = mounts.renewal(record);
      if (renewal.isPresent()
          && !renewing.contains(record.id())
          && isDue(record, renewal.get())
          && begin(renewal.get().url().getAuthority())) {
        renewing.add(record.id());
        threads.execute(() -> renewAndEnd(record, renewal.get()));
      }
    }
  }

  /** Counts a question to a controller; returns false if there are too many already. */
  private boolean begin(String address) {
    boolean begun = questions.getOrDefault(address, 0) < QUESTIONS;
    if (begun) {
      questions.merge(address, 1, Integer::sum);
    }
    return begun;
  }

  private void renewAndEnd(NodeRecord record, Renewal renewal) {
    try {
      renew(record, renewal);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      // A defect must not end the renewals of other volumes.
      log.error("the credential of volume {} is not renewed now", record.volumeId(), e);
    } finally {
      questions.computeIfPresent(
          renewal.url().getAuthority(), (_, count) -> count == 1 ? null : count - 1);
      renewing.remove(record.id());
    }
  }

  private boolean isDue(NodeRecord record, Renewal renewal) {
    Instant now = clock.instant();
    Optional<Trial> trial =
        Optional.ofNullable(trials.get(record.id())).filter(each -> each.of().equals(renewal));
    return trial.isPresent()
        ? trial.get().next().filter(next -> !now.isBefore(next)).isPresent()
        : renewal.due().filter(due -> !now.isBefore(due)).isPresent();
  }

  private void renew(NodeRecord record, Renewal renewal) throws InterruptedException {
    try {
      Optional<VolumeAccess> next = controller.ask(record.volumeId(), renewal);
      if (next.isPresent()) {
        mounts.give(record, next.get());
        Optional.ofNullable(trials.remove(record.id()))
            .filter(Trial::told)
            .ifPresent(_ ->
                log.info(
                    "the credential of volume {} at {} is renewed again",
                    record.volumeId(),
                    record.mountPoint()));
        renewals.increment();
      } else {
        Trial _ = trials.put(record.id(), Trial.last(renewal));
        log.warn(
            "volume {} is not attached to this node any more, and its mount at {} can be used until"
                + " {}",
            record.volumeId(),
            record.mountPoint(),
            end(renewal));
      }
    } catch (IOException | DriverException e) {
      failed(record, renewal, e);
    }
  }

  /** Another call for the volume is over soon, and is nothing to tell of. */
  private void failed(NodeRecord record, Renewal renewal, Exception failure) {
    Optional<Trial> before = Optional.ofNullable(trials.get(record.id()));
    boolean busy = failure instanceof DriverException.Aborted;
    boolean told = before.filter(Trial::told).isPresent();
    Duration pause =
        before
            .map(each -> min(each.pause().multipliedBy(2), LONGEST_PAUSE))
            .filter(Duration::isPositive)
            .orElse(FIRST_PAUSE);
    Instant next = clock.instant().plus(pause);
    Trial _ = trials.put(record.id(), new Trial(renewal, pause, Optional.of(next), told || !busy));
    if (busy) {
      return;
    }
    failures.increment();
    if (told) {
      log.debug("volume {} still has no other credential", record.volumeId(), failure);
    } else {
      log.warn(
          "the credential of volume {} at {} cannot be renewed, and ends at {}: {}",
          record.volumeId(),
          record.mountPoint(),
          end(renewal),
          failure.getMessage());
    }
  }

  private static String end(Renewal renewal) {
    return renewal.expires().map(Instant::toString).orElse("no time");
  }

  private static Duration min(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  /**
   * Returns the access for a new mount, as the controller says now. A CO repeats what it was given
   * when it attached the volume, which may have been expanded or modified since. If the controller
   * cannot be asked, or does not answer, that is the given one, unless its credential has ended.
   *
   * @throws DriverException.FailedPrecondition when the volume is not attached any more
   * @throws DriverException.Unavailable when no other credential can be had; call again
   */
  VolumeAccess usable(String volumeId, VolumeAccess access) throws InterruptedException {
    if (access.renewal().isEmpty()) {
      return access;
    }
    Renewal renewal = access.renewal().get();
    boolean ended = renewal.expires().filter(end -> !clock.instant().isBefore(end)).isPresent();
    try {
      Optional<VolumeAccess> next = controller.ask(volumeId, renewal);
      if (ended && next.isEmpty()) {
        throw new DriverException.FailedPrecondition(
            "volume %s is not attached to this node any more: attach it again".formatted(volumeId));
      }
      if (ended) {
        renewals.increment();
      }
      return next.orElse(access);
    } catch (IOException e) {
      if (ended) {
        failures.increment();
        throw new DriverException.Unavailable(
            "the credential in publish_context ended at %s, and no other can be had: %s"
                .formatted(end(renewal), e.getMessage()),
            e);
      }
      log.warn(
          "volume {} is mounted as it was when it was attached; what was changed since is not"
              + " known: {}",
          volumeId,
          e.getMessage());
      return access;
    }
  }

  /** Returns how many credentials were renewed. */
  long renewals() {
    return renewals.sum();
  }

  /** Returns how many attempts failed. */
  long failures() {
    return failures.sum();
  }

  /** Returns of how many mounts the last attempt failed. */
  long failing() {
    return trials.values().stream().filter(Trial::told).count();
  }
}
