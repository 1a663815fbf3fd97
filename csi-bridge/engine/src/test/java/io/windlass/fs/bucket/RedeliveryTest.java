package io.windlass.fs.bucket;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.fs.bucket.InFlight.Create;
import io.windlass.fs.bucket.InFlight.Flush;
import io.windlass.fs.bucket.InFlight.Look;
import io.windlass.fs.bucket.InFlight.Mkdir;
import io.windlass.fs.bucket.InFlight.Open;
import io.windlass.fs.bucket.InFlight.Release;
import io.windlass.fs.bucket.InFlight.Rename;
import io.windlass.fs.bucket.InFlight.Rmdir;
import io.windlass.fs.bucket.InFlight.Say;
import io.windlass.fs.bucket.InFlight.Symlink;
import io.windlass.fs.bucket.InFlight.Touch;
import io.windlass.fs.bucket.InFlight.Truncate;
import io.windlass.fs.bucket.InFlight.Unlink;
import io.windlass.fs.bucket.InFlight.Unsay;
import io.windlass.fs.bucket.InFlight.Write;
import io.windlass.fs.read.ReadEngine;
import io.windlass.fs.read.ReadSettings;
import io.windlass.fs.testing.Lifetime;
import io.windlass.fs.testing.Lifetime.Fate;
import io.windlass.fs.testing.Shape;
import io.windlass.fs.testing.ShapeServer;
import io.windlass.store.memory.MemoryStore;
import io.windlass.testing.BothForms;
import io.windlass.testing.TestForm;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A process dies at any step of what it is asked for, and the next one is asked again for what was
 * not answered, in any order: each happens once. What is allowed is what some order of all comes
 * to.
 *
 * <p>{@code -Dwindlass.redeliveries=20000} tries so many deaths with several requests in flight.
 */
@BothForms
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RedeliveryTest {
  private static final int MANY = TestForm.amount("windlass.redeliveries", 40, 400);
  private static final int SEED = Integer.getInteger("windlass.seed", 1);

  /**
   * Requests of programs, a line for each program. No request conflicts with a later one of its own
   * line.
   */
  private static final List<List<InFlight>> PROGRAMS =
      List.of(
          List.of(new Rename("/", "f", "/", "g", true)),
          List.of(new Rename("/", "f", "/", "n", true)),
          List.of(new Rename("/", "f", "/", "n", false)),
          List.of(new Rename("/", "f", "/", "g", false)),
          List.of(new Rename("/", "f", "x", "n", true)),
          List.of(new Rename("x", "a", "x", "n", true)),
          List.of(new Rename("x", "a", "y", "a", true)),
          List.of(new Rename("x", "b", "x", "a", true)),
          List.of(new Rename("/", "w", "/", "n", true)),
          List.of(new Rename("/", "w", "/", "g", true), new Write("w", "W"), new Flush("w")),
          List.of(new Rename("/", "f", "/", "w", true)),
          List.of(new Rename("/", "x", "/", "z", true)),
          List.of(new Rename("/", "x", "/", "e", true)),
          List.of(new Rename("/", "x", "/", "y", true)),
          List.of(new Rename("/", "x", "/", "y", false)),
          List.of(new Rename("/", "x", "y", "x", true)),
          List.of(new Rename("/", "e", "/", "z", true)),
          List.of(new Rename("/", "f", "/", "n", true), new Rename("/", "n", "/", "m", true)),
          List.of(new Rename("/", "f", "/", "n", true), new Unlink("/", "n")),
          List.of(new Rename("/", "f", "/", "n", true), new Rename("/", "g", "/", "f", true)),
          List.of(new Unlink("/", "f")),
          List.of(new Unlink("/", "f"), new Rename("/", "g", "/", "f", true)),
          List.of(new Unlink("/", "w")),
          List.of(new Unlink("x", "a")),
          List.of(new Unlink("x", "b")),
          List.of(new Mkdir("/", "n")),
          List.of(new Mkdir("x", "d")),
          List.of(new Rmdir("/", "e")),
          List.of(new Rmdir("/", "y")),
          List.of(
              new Create("/", "n", true), new Write("n", "new"), new Flush("n"), new Release("n")),
          List.of(
              new Create("x", "p", true),
              new Write("p", "new"),
              new Flush("p"),
              new Release("p"),
              new Rename("x", "p", "x", "m", true)),
          List.of(new Create("x", "b", true)),
          List.of(new Symlink("/", "s")),
          List.of(new Symlink("x", "s")),
          List.of(new Look("x", "a")),
          List.of(new Look("x", "b"), new Look("x", "b")),
          List.of(new Look("/", "f")),
          List.of(new Open("f", 01001), new Release("f")),
          List.of(new Write("w", "WW"), new Flush("w")),
          List.of(new Flush("w"), new Release("w")),
          List.of(new Release("x/a")),
          List.of(new Truncate("g", 1)),
          List.of(new Touch("x/b")),
          List.of(new Say("f", "said")),
          List.of(new Say("x", "said")),
          List.of(new Unsay("g", "old")));

  private static final int NEVER = Integer.MAX_VALUE;
  private static final List<Fate> FATES = List.of(Fate.NOT_SENT, Fate.DONE, Fate.LATE);

  private final ReadEngine engine =
      new ReadEngine(ReadSettings.DEFAULT.withMemory(8 << 20), Optional.empty());

  private final Path directory;
  private final MemoryStore store = MemoryStore.of(1);
  private final World world;

  RedeliveryTest(@TempDir Path directory) {
    this.directory = directory;
    world = World.make(Shape.MEMORY, store, directory.resolve("first"), engine);
  }

  @AfterAll
  void close() {
    engine.close();
  }

  @Test
  void whatIsRefusedIsRefusedWhenItComesAgain() throws Exception {
    eachDeath(List.of(List.of(new Rename("/", "x", "/", "y", true))));
    eachDeath(List.of(List.of(new Rename("/", "x", "/", "y", false))));
    eachDeath(List.of(List.of(new Rename("/", "f", "/", "g", false))));
  }

  @Test
  void whatIsInADirectoryIsThereWhileItsRenameComesAgain() throws Exception {
    List<InFlight> rename = List.of(new Rename("/", "x", "/", "z", true));
    eachDeath(List.of(rename, List.of(new Unlink("x", "b"))));
    eachDeath(List.of(rename, List.of(new Rename("x", "b", "x", "n", true))));
  }

  @ParameterizedTest
  @EnumSource
  void whateverIsAskedForHappensOnce(Shape shape) throws Exception {
    try (ShapeServer server = ShapeServer.start(shape, directory)) {
      for (int seed : shape.share(MANY).toArray()) {
        Random random = new Random(SEED + seed);
        List<List<InFlight>> programs = new ArrayList<>(PROGRAMS);
        Collections.shuffle(programs, random);
        programs = Disjoint.of(programs).subList(0, 1 + random.nextInt(3));
        Death death =
            new Death(
                random.nextInt(25),
                FATES.get(random.nextInt(FATES.size())),
                random.nextInt(20),
                random.nextInt(3) > 0 ? NEVER : random.nextInt(30));
        Path first = directory.resolve("first-" + seed);
        run(World.make(shape, server.open(1), first, engine), programs, death, random);
        World.delete(first);
      }
    }
  }

  /** The process dies at each of its steps, and what it was asked for comes again in any order. */
  private void eachDeath(List<List<InFlight>> programs) throws Exception {
    Death none = new Death(NEVER, Fate.NOT_SENT, 0, NEVER);
    int steps = run(world.over(store.copy()), programs, none, new Random(SEED));
    for (int dies = 0; dies < steps; dies++) {
      for (Fate fate : List.of(Fate.NOT_SENT, Fate.DONE)) {
        Death death = new Death(dies, fate, 0, NEVER);
        run(world.over(store.copy()), programs, death, new Random(dies));
      }
    }
  }

  /**
   * Deaths of two processes, one after the other.
   *
   * @param arrives the step of the second process before which the late request is done
   * @param diesAgain the step at which the second dies
   */
  record Death(int dies, Fate fate, int arrives, int diesAgain) {}

  /** Returns the number of steps that the first process took. */
  private int run(World from, List<List<InFlight>> programs, Death death, Random random)
      throws Exception {
    try (Served served = new Served(from, directory.resolve("run"), engine, programs, random)) {
      int steps = served.live(new Lifetime(death.dies, death.fate));
      if (!served.isOver()) {
        Lifetime second = new Lifetime(death.diesAgain, Fate.NOT_SENT);
        served.late().ifPresent(late -> second.arrives(death.arrives, late));
        int _ = served.live(second);
        if (!served.isOver()) {
          int _ = served.live(Lifetime.endless());
        }
      }
      assertThat(served.outcome())
          .as("%s, %s, %s", programs, death, served.trail())
          .isIn(served.allowed());
      return steps;
    }
  }
}
