package io.windlass.mounter;

import io.windlass.mounter.ServiceRecord.Flag;
import io.windlass.mounter.Suspects.Standing;
import io.windlass.mounter.run.KeeperTurn;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.LongSupplier;

/**
 * Order in which the volumes of a mounter that died are resumed: first all that were not in
 * service, then the suspects, one after the other. Each suspect is on trial until it has served the
 * requests that were in service, or for a time: twice as long after each death. So one whose
 * content ends its mounter is alone, sooner or later, when it does so again.
 */
final class ResumeOrder {
  /** Number of threads that resume volumes. Callers of these volumes wait meanwhile. */
  private static final int RESUMERS = 4;

  /** Longest first trial of a volume. */
  static final Duration FIRST = Duration.ofMillis(250);

  /** Longest time of all first trials together: those that are tried last wait no longer. */
  static final Duration ALL_FIRST = Duration.ofSeconds(1);

  /** Longest time of all trials: shorter than a keeper waits that attaches meanwhile. */
  static final Duration ALL = Duration.ofSeconds(8);

  /** Time after which a volume is cleared whose requests have not been answered, as it lives. */
  private static final Duration SURVIVED = Duration.ofMinutes(1);

  private static final Duration LOOK = Duration.ofMillis(2);
  private static final Duration LATER_LOOK = Duration.ofMillis(100);

  private final LongSupplier nanos;
  private final KeeperTurn.Pause pause;
  private final ExecutorService resumers =
      Executors.newFixedThreadPool(
          RESUMERS, Thread.ofPlatform().daemon().name("resume-", 0).factory());

  // Guarded by this.
  private final List<Trial> waiting = new ArrayList<>();
  private int underWay;
  private boolean complete;

  /** A suspect, and what resumes it. */
  private record Trial(Standing.Suspect suspect, Runnable resume) {
    ServiceRecord record() {
      return suspect.record();
    }

    /** Returns whether requests were served since there were {@code served}, and none is left. */
    boolean passed(int served) {
      return record().inService() <= 0 && (!suspect.requests() || record().served() != served);
    }
  }

  ResumeOrder() {
    this(System::nanoTime, Thread::sleep);
  }

  /** Creates an order whose clock is {@code nanos}, and lets time pass by {@code pause}. */
  ResumeOrder(LongSupplier nanos, KeeperTurn.Pause pause) {
    this.nanos = nanos;
    this.pause = pause;
  }

  /** Resumes a volume at its time, on another thread. */
  void resume(Standing standing, Runnable resume) {
    switch (standing) {
      case Standing.Clear _, Standing.Quarantined _ -> {
        synchronized (this) {
          underWay++;
        }
        resumers.execute(() -> {
          try {
            resume.run();
          } finally {
            done();
          }
        });
      }
      case Standing.Suspect suspect -> {
        synchronized (this) {
          waiting.add(new Trial(suspect, resume));
        }
      }
    }
  }

  /** Notes that the keeper has sent all volumes, or will send no more. */
  synchronized void complete() {
    complete = true;
    tryAll();
  }

  private synchronized void done() {
    underWay--;
    tryAll();
  }

  private synchronized void tryAll() {
    if (!complete || underWay > 0 || waiting.isEmpty()) {
      return;
    }
    List<Trial> trials =
        waiting.stream()
            .sorted(
                Comparator.<Trial>comparingInt(each -> each.record().deaths())
                    .thenComparingInt(each -> each.record().loneDeaths())
                    .thenComparingLong(each -> -Integer.toUnsignedLong(each.record().served())))
            .toList();
    waiting.clear();
    Thread.ofPlatform().daemon().name("trial").start(() -> tryAll(trials));
  }

  /**
   * Tries suspects: those first that were in service the least often when mounters died, and of
   * these the ones that have served the most requests, as most of them did no harm.
   */
  private void tryAll(List<Trial> trials) {
    Map<Trial, Integer> undecided = new HashMap<>();
    long first = trials.stream().filter(each -> each.record().deaths() <= 1).count();
    Duration left = ALL;
    try {
      for (Trial trial : trials) {
        Duration time = least(time(trial.record().deaths(), first), left);
        long began = nanos.getAsLong();
        int served = trial.record().served();
        if (!passes(trial, served, time)) {
          undecided.put(trial, served);
        }
        left = left.minusNanos(Math.min(nanos.getAsLong() - began, left.toNanos()));
      }
      awaitSurvival(undecided);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static Duration time(int deaths, long first) {
    return deaths <= 1
        ? least(FIRST, ALL_FIRST.dividedBy(Math.max(1, first)))
        : least(FIRST.multipliedBy(1L << Math.min(deaths - 1, 10)), ALL);
  }

  private static Duration least(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  /** Resumes one volume. Returns whether it has served what it was suspected for. */
  private boolean passes(Trial trial, int served, Duration time) throws InterruptedException {
    ServiceRecord record = trial.record();
    record.put(Flag.ON_TRIAL, true);
    try {
      trial.resume().run();
      long end = nanos.getAsLong() + time.toNanos();
      while (!trial.passed(served)) {
        if (nanos.getAsLong() - end >= 0) {
          return false;
        }
        pause.of(LOOK);
      }
      record.clear();
      return true;
    } finally {
      record.put(Flag.ON_TRIAL, false);
    }
  }

  /** Clears the others as soon as they pass, too, or when they have lived for a while. */
  private void awaitSurvival(Map<Trial, Integer> undecided) throws InterruptedException {
    long end = nanos.getAsLong() + SURVIVED.toNanos();
    while (!undecided.isEmpty()) {
      boolean survived = nanos.getAsLong() - end >= 0;
      undecided
          .entrySet()
          .removeIf(each -> {
            boolean clear = survived || each.getKey().passed(each.getValue());
            if (clear) {
              each.getKey().record().clear();
            }
            return clear;
          });
      pause.of(LATER_LOOK);
    }
  }
}
