package io.windlass.fs.bucket;

import io.windlass.fs.FileSystem;
import io.windlass.fs.FsException;
import io.windlass.fs.Lookup;
import io.windlass.fs.Node;
import io.windlass.fs.RequestId;
import io.windlass.fs.bucket.InFlight.Known;
import io.windlass.fs.read.ReadEngine;
import io.windlass.fs.testing.FaultyStore;
import io.windlass.fs.testing.Lifetime;
import io.windlass.fs.testing.Shape;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/** Programs that use a volume whose processes die, one after the other. */
final class Served implements AutoCloseable {
  private final Path place;
  private final ReadEngine engine;
  private final Random random;
  private final Shape shape;
  private final FaultyStore store;
  private final Known known;
  private final List<Program> programs = new ArrayList<>();
  private final List<Lifetime> lives = new ArrayList<>();
  private final List<BucketFileSystem> systems = new ArrayList<>();
  private final AtomicLong numbers = new AtomicLong(1000);
  private final ConcurrentLinkedQueue<String> trail = new ConcurrentLinkedQueue<>();
  private Map<Path, byte[]> disk;
  private Path here;

  /** One program: what it does, one after the other, and what it was told. */
  private static final class Program {
    final List<InFlight> operations;
    final List<String> answers = Collections.synchronizedList(new ArrayList<>());
    volatile long number;

    /** The process that is asked. What another still does is nothing to it. */
    private volatile Lifetime asked = Lifetime.endless();

    Program(List<InFlight> operations) {
      this.operations = operations;
    }

    boolean isOver() {
      return answers.size() == operations.size();
    }

    /** The number of what it asks for now; empty if this process is dead to it. */
    synchronized OptionalLong number(Lifetime process, boolean again, AtomicLong numbers) {
      if (asked != process) {
        return OptionalLong.empty();
      }
      number = again ? number : numbers.incrementAndGet();
      return OptionalLong.of(number);
    }

    synchronized void answered(Lifetime process, String answer) {
      if (asked == process) {
        answers.add(answer);
        number = 0;
      }
    }

    /** Moves to the next process; returns whether the kernel sends the pending request again. */
    synchronized boolean turnTo(Lifetime process) {
      asked = process;
      return number != 0;
    }
  }

  Served(World world, Path place, ReadEngine engine, List<List<InFlight>> programs, Random random) {
    this.shape = world.shape();
    this.place = place;
    this.here = place;
    this.engine = engine;
    this.random = random;
    this.store = new FaultyStore(world.store());
    this.known = world.copyOfKnown();
    this.disk = World.read(world.place());
    programs.forEach(each -> this.programs.add(new Program(each)));
  }

  /** Returns whether all requests are answered, and all files closed. */
  boolean isOver() {
    return !lives.getLast().isDead() && programs.stream().allMatch(Program::isOver);
  }

  /** Returns the request that the last process sent and the server has not done. */
  Optional<Callable<?>> late() {
    return lives.getLast().late();
  }

  List<String> trail() {
    return List.copyOf(trail);
  }

  /**
   * A process serves until all is answered, or until it dies.
   *
   * @return how many steps it took
   */
  int live(Lifetime life) throws Exception {
    trail.add("process");
    here = place.resolve(Integer.toString(lives.size()));
    World.write(disk, here);
    lives.add(life);
    List<Thread> threads = new ArrayList<>();
    AtomicReference<Optional<Throwable>> notOpened = new AtomicReference<>(Optional.empty());
    Thread opening =
        Thread.ofVirtual()
            .start(() -> {
              try {
                BucketFileSystem fs =
                    World.open(shape, life.over(store), here, engine, life.over(() -> 1L << 40));
                systems.add(fs);
              } catch (Lifetime.Buried e) {
                // It died while it opened.
              } catch (RuntimeException | Error e) {
                notOpened.set(Optional.of(e));
              }
            });
    boolean inTurn = random.nextBoolean();
    List<Program> order = new ArrayList<>(programs);
    Collections.shuffle(order, random);
    awaitEnd(opening, life);
    notOpened
        .get()
        .ifPresent(e -> {
          throw new AssertionError("the staging directory of a dead process cannot be read", e);
        });
    if (!life.isDead()) {
      BucketFileSystem fs = systems.getLast();
      for (Program program : order) {
        if (!program.isOver()) {
          boolean again = program.turnTo(life);
          int jitter = random.nextInt(4) * 30;
          Thread thread = Thread.ofVirtual().start(() -> go(program, fs, life, again, jitter));
          threads.add(thread);
          if (inTurn) {
            awaitEnd(thread, life);
          }
        }
      }
      for (Thread thread : threads) {
        awaitEnd(thread, life);
      }
    }
    int steps = life.steps();
    if (life.letLive()) {
      life.allArrives();
      finish(systems.getLast());
    } else {
      settle();
      life.allArrives();
    }
    return steps;
  }

  private static void awaitEnd(Thread thread, Lifetime life) throws InterruptedException {
    long since = System.nanoTime();
    while (!thread.join(Duration.ofNanos(200_000)) && !life.isDead()) {
      if (System.nanoTime() - since > TimeUnit.MINUTES.toNanos(5)) {
        StringBuilder where = new StringBuilder("hangs:");
        for (StackTraceElement frame : thread.getStackTrace()) {
          where.append("\n  ").append(frame);
        }
        throw new AssertionError(where.toString());
      }
    }
  }

  /** Until nothing of the dead process changes any more. */
  private void settle() {
    Map<Path, byte[]> before = World.read(here);
    while (true) {
      Map<Path, byte[]> now = World.read(here);
      if (World.same(before, now)) {
        disk = now;
        return;
      }
      before = now;
    }
  }

  private void go(Program program, FileSystem fs, Lifetime life, boolean repeated, int jitter) {
    try {
      TimeUnit.MICROSECONDS.sleep(jitter);
      boolean again = repeated;
      while (!program.isOver()) {
        InFlight operation = program.operations.get(program.answers.size());
        OptionalLong number = program.number(life, again, numbers);
        if (number.isEmpty()) {
          return;
        }
        RequestId request = new RequestId(number.getAsLong(), again);
        String answer = answer(() -> operation.ask(fs, known, request));
        life.step();
        trail.add(operation + ": " + answer);
        program.answered(life, answer);
        again = false;
      }
    } catch (Lifetime.Buried e) {
      // It has died.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static String answer(Callable<String> asked) {
    try {
      return asked.call();
    } catch (FsException e) {
      return e.errno().name();
    } catch (Exception e) {
      return e.toString();
    }
  }

  /** All is closed, and is in the bucket then. */
  private void finish(BucketFileSystem fs) {
    known.handles().values().forEach(fs::release);
    fs.publishAll(Duration.ofMinutes(5));
  }

  /** Returns the answers to programs, and the final contents. */
  String outcome() {
    List<String> answers = programs.stream().map(program -> program.answers.toString()).toList();
    Set<String> shown = new TreeSet<>();
    store
        .contents()
        .forEach((key, content) -> {
          for (int at = key.indexOf('/'); at >= 0; at = key.indexOf('/', at + 1)) {
            shown.add(key.substring(0, at + 1));
          }
          if (!key.endsWith("/")) {
            shown.add(key + "=" + new String(content, StandardCharsets.UTF_8));
          }
        });
    return answers + " " + shown + differences(shown);
  }

  /** Returns the differences between the volume and the bucket. */
  private String differences(Set<String> shown) {
    StringBuilder wrong = new StringBuilder();
    for (String line : shown) {
      String path =
          line.endsWith("/")
              ? line.substring(0, line.length() - 1)
              : line.substring(0, line.indexOf('='));
      long at = FileSystem.ROOT;
      for (String name : path.split("/", -1)) {
        if (systems.getLast().lookup(at, name).await() instanceof Lookup.Found(Node node)) {
          at = node.id();
        } else {
          wrong.append(" not found: ").append(path);
          break;
        }
      }
    }
    return wrong.toString();
  }

  /** Returns the outcomes that are allowed. */
  Set<String> allowed() {
    Set<String> all = new HashSet<>();
    List<List<String>> answers = new ArrayList<>();
    programs.forEach(_ -> answers.add(List.of()));
    orders(World.tree(), answers, all);
    return all;
  }

  private void orders(ReferenceTree tree, List<List<String>> answers, Set<String> all) {
    boolean over = true;
    for (int i = 0; i < answers.size(); i++) {
      List<String> mine = answers.get(i);
      List<InFlight> operations = programs.get(i).operations;
      if (mine.size() < operations.size()) {
        over = false;
        ReferenceTree next = tree.copy();
        List<String> told = new ArrayList<>(mine);
        told.add(operations.get(mine.size()).happen(next));
        List<List<String>> more = new ArrayList<>(answers);
        more.set(i, told);
        orders(next, more, all);
      }
    }
    if (over) {
      all.add(answers + " " + tree.shown());
    }
  }

  @Override
  public void close() throws IOException {
    lives.forEach(Lifetime::bury);
    for (BucketFileSystem fs : systems) {
      try {
        fs.close();
      } catch (Lifetime.Buried e) {
        // It is dead.
      }
    }
    World.delete(place);
  }
}
