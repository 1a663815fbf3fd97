package io.windlass.share;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.windlass.share.FairShares.Most;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Who gets units, and who waits. */
class FairSharesTest {
  /** Takes one unit after the other for as long as it gets one; returns how many it got. */
  private static int takeAll(FairShares.Share share, Most most) {
    int taken = 0;
    while (take(share, 1, most)) {
      taken++;
    }
    return taken;
  }

  private static boolean take(FairShares.Share share, int count, Most most) {
    try (FairShares.Turn turn = share.ask(count, most)) {
      return turn.take();
    }
  }

  @Test
  void whoeverComesFindsSomething() {
    FairShares shares = new FairShares(128);
    List<Integer> held = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      held.add(takeAll(shares.server().join(0), Most.of(32)));
    }
    assertThat(held).containsExactly(32, 24, 18, 13, 10, 7, 6, 4);
    FairShares most = new FairShares(128);
    assertThat(takeAll(most.server().join(0), Most.of(128))).as("with no limit").isEqualTo(128);
    assertThat(takeAll(most.server().join(2), Most.of(128))).as("of its own").isEqualTo(2);
  }

  /** However many volumes of a server there are, they leave something; and so does each of them. */
  @Test
  void theVolumesOfAServerLeaveSomethingToThoseOfAnother() {
    FairShares shares = new FairShares(256);
    Most most = new Most(32, 64);
    FairShares.Server silent = shares.server();
    List<Integer> held = new ArrayList<>();
    for (int i = 0; i < 9; i++) {
      held.add(takeAll(silent.join(1), most));
    }
    assertThat(held).containsExactly(33, 17, 9, 5, 3, 2, 2, 1, 1);
    FairShares.Share other = shares.server().join(1);
    assertThat(takeAll(other, most)).isEqualTo(25);
    FairShares.Share late = silent.join(1);
    assertThat(other.holdsMoreThan(late)).as("whose server holds more").isFalse();
    assertThat(late.holdsMoreThan(other)).isTrue();
    assertThat(late.holdsMoreThan(silent.join(1))).isFalse();
  }

  @Test
  void whatIsGivenBackGoesToWhoHoldsLeast() {
    FairShares shares = new FairShares(8);
    FairShares.Share silent = shares.server().join(0);
    assertThat(takeAll(silent, Most.of(8))).isEqualTo(8);
    try (FairShares.Turn more = silent.ask(1, Most.of(8));
        FairShares.Turn first = shares.server().join(0).ask(2, Most.of(8));
        FairShares.Turn second = shares.server().join(0).ask(1, Most.of(8))) {
      silent.give(1);
      assertThat(more.take()).as("who holds much").isFalse();
      assertThat(second.take()).as("who came later").isFalse();
      assertThat(first.take()).as("who lacks another one").isFalse();
      silent.give(2);
      assertThat(second.take()).as("before the first").isFalse();
      assertThat(more.take()).isFalse();
      assertThat(first.take()).isTrue();
      assertThat(more.take()).isFalse();
      assertThat(second.take()).isTrue();
      assertThat(more.isFirst()).isTrue();
      assertThat(more.take()).as("nothing is there").isFalse();
      silent.give(1);
      assertThat(more.take()).as("nobody else waits").isTrue();
    }
  }

  @Test
  void withinAVolumeWhoAskedFirstGoesFirst() {
    FairShares shares = new FairShares(4);
    FairShares.Share share = shares.server().join(0);
    assertThat(take(share, 3, Most.of(4))).isTrue();
    FairShares.Turn small;
    try (FairShares.Turn large = share.ask(2, Most.of(4))) {
      small = share.ask(1, Most.of(4));
      assertThat(small.take()).isFalse();
      assertThat(large.isFirst()).isTrue();
      assertThat(small.isFirst()).isFalse();
    }
    assertThat(small.take()).as("when the first has left").isTrue();
  }

  /** A volume that waits for what it has itself holds up nobody. */
  @Test
  void whoHoldsAllThatItMayDoesNotHoldUpOthers() {
    FairShares shares = new FairShares(64);
    FairShares.Share greedy = shares.server().join(0);
    FairShares.Share other = shares.server().join(0);
    assertThat(take(other, 20, Most.of(64))).isTrue();
    assertThat(takeAll(greedy, Most.of(16))).isEqualTo(11);
    try (FairShares.Turn turn = greedy.ask(1, Most.of(16))) {
      assertThat(turn.take()).isFalse();
      assertThat(take(other, 1, Most.of(64))).as("who holds more").isTrue();
      assertThat(other.tryTake(1, Most.of(64))).as("what need not be").isTrue();
      assertThat(greedy.tryTake(1, Most.of(64))).as("before its own turn").isFalse();
    }
  }

  @Test
  void whatNeedNotBeWaitsForWhoLacksRoom() {
    FairShares shares = new FairShares(8);
    FairShares.Share some = shares.server().join(0);
    assertThat(some.tryTake(6, Most.of(6))).isTrue();
    assertThat(some.tryTake(1, Most.of(6))).as("beyond its part").isFalse();
    try (FairShares.Turn turn = shares.server().join(0).ask(4, Most.of(8))) {
      assertThat(turn.take()).isFalse();
      assertThat(shares.server().join(0).tryTake(1, Most.of(8))).isFalse();
    }
    assertThat(shares.server().join(0).tryTake(1, Most.of(8))).isTrue();
  }

  /** However large it is: it does not need a part of what is left, only room. */
  @Test
  void whoHoldsNothingNeedsNoMoreThanRoom() {
    FairShares shares = new FairShares(16);
    assertThat(take(shares.server().join(0), 8, Most.of(16))).isTrue();
    FairShares.Share late = shares.server().join(0);
    assertThat(take(late, 8, Most.of(1))).isTrue();
    late.give(8);
    assertThat(take(late, 1, Most.of(1))).isTrue();
    assertThat(take(late, 1, Most.of(1))).isFalse();
  }

  @Test
  void aTurnIsAwaitedAndInterrupted() throws Exception {
    FairShares shares = new FairShares(1);
    FairShares.Share silent = shares.server().join(0);
    assertThat(take(silent, 1, Most.of(1))).isTrue();
    FairShares.Share waiting = shares.server().join(0);
    CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
    CompletableFuture<Boolean> taken = new CompletableFuture<>();
    Thread first = Thread.ofVirtual().start(() -> awaitUnit(waiting, interrupted));
    first.interrupt();
    first.join();
    assertThat(interrupted).isCompletedWithValue(false);
    Thread second = Thread.ofVirtual().start(() -> awaitUnit(waiting, taken));
    silent.give(1);
    second.join();
    assertThat(taken).isCompletedWithValue(true);
    assertThat(waiting.held()).isEqualTo(1);
    try (FairShares.Turn turn = silent.ask(1, Most.of(1))) {
      assertThat(turn.take()).isFalse();
      assertThat(turn.await(1)).isLessThanOrEqualTo(0);
      shares.changed();
      assertThat(turn.await(Long.MAX_VALUE)).as("returns at once").isPositive();
    }
  }

  private static void awaitUnit(FairShares.Share share, CompletableFuture<Boolean> taken) {
    try (FairShares.Turn turn = share.ask(1, Most.of(1))) {
      while (!turn.take()) {
        long _ = turn.await(Long.MAX_VALUE);
      }
      taken.complete(true);
    } catch (InterruptedException e) {
      taken.complete(false);
    }
  }

  /** Everybody gets what they ask for, whatever it is, and nothing is left taken. */
  @Test
  void nobodyStarves() throws Exception {
    FairShares shares = new FairShares(10);
    List<Thread> threads = new ArrayList<>();
    List<FairShares.Share> all = new ArrayList<>();
    FairShares.Server common = shares.server();
    for (int i = 0; i < 12; i++) {
      FairShares.Share share = (i % 3 == 0 ? common : shares.server()).join(i % 2);
      all.add(share);
      for (int j = 0; j < 4; j++) {
        Random random = new Random(4 * i + j);
        threads.add(Thread.ofVirtual().start(() -> work(share, random)));
      }
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(all).allSatisfy(share -> assertThat(share.held()).isZero());
    assertThat(takeAll(shares.server().join(0), Most.of(10))).isEqualTo(10);
  }

  private static void work(FairShares.Share share, Random random) {
    for (int i = 0; i < 50; i++) {
      int count = 1 + random.nextInt(10);
      try (FairShares.Turn turn = share.ask(count, Most.of(1 + random.nextInt(10)))) {
        while (!turn.take()) {
          long _ = turn.await(Long.MAX_VALUE);
        }
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
      share.give(count);
    }
  }

  @Test
  void thereMustBeSomethingToShare() {
    assertThatIllegalArgumentException().isThrownBy(() -> new FairShares(0));
    assertThatIllegalArgumentException().isThrownBy(() -> Most.of(0));
    assertThatIllegalArgumentException().isThrownBy(() -> new Most(2, 1));
  }
}
