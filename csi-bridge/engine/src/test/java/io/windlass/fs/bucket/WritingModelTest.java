package io.windlass.fs.bucket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.windlass.fs.Answer;
import io.windlass.fs.Attributes;
import io.windlass.fs.Bounds;
import io.windlass.fs.Caller;
import io.windlass.fs.Changes;
import io.windlass.fs.Created;
import io.windlass.fs.DirectoryItem;
import io.windlass.fs.Done;
import io.windlass.fs.FileSystem;
import io.windlass.fs.FsException;
import io.windlass.fs.Known;
import io.windlass.fs.Node;
import io.windlass.fs.OpenFile;
import io.windlass.fs.RequestId;
import io.windlass.fs.VolumeOptions;
import io.windlass.fs.bucket.ModelFiles.Directory;
import io.windlass.fs.bucket.ModelFiles.File;
import io.windlass.fs.bucket.ModelFiles.Thing;
import io.windlass.fs.inode.InodeTable;
import io.windlass.fs.read.ReadEngine;
import io.windlass.fs.read.ReadSettings;
import io.windlass.fs.testing.Faults;
import io.windlass.fs.testing.FaultyStore;
import io.windlass.fs.testing.Gate;
import io.windlass.fs.testing.Shape;
import io.windlass.fs.write.Quota.Growth;
import io.windlass.store.Errno;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Random operations on a volume that is written, while its process is replaced and requests come
 * twice, against a tree in memory. The kernel says late that a file was closed, in any order and
 * twice, sometimes without asking before that it is published; then it is published beside the
 * operations that come next, which meet the request on its way. A failure names its seed.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WritingModelTest {
  private static final int SEEDS = Integer.getInteger("windlass.seeds", 400);
  private static final int STEPS = 60;
  private static final long MIN_PART = 4;
  private static final List<String> NAMES = List.of("a", "b", "c", "a.txt", "ü", "a-");
  private static final Caller CALLER = new Caller(1000, 100);

  private final ReadEngine engine =
      new ReadEngine(ReadSettings.DEFAULT.withMemory(16 << 20), Optional.empty());

  @TempDir Path directory;
  private int copiedInto;

  @AfterAll
  void close() {
    engine.close();
  }

  @ParameterizedTest
  @EnumSource
  void aVolumeIsWhatWasMadeOfIt(Shape shape) throws Exception {
    int only = Integer.getInteger("windlass.seed", -1);
    int before = copiedInto;
    for (int seed : only < 0 ? shape.share(SEEDS).toArray() : new int[] {only}) {
      Path place = directory.resolve(shape + "-seed" + seed);
      Run run = new Run(shape, seed, place);
      try {
        run.steps();
        run.close();
        run.nothingIsLeft();
      } catch (AssertionError | RuntimeException e) {
        run.close();
        throw new AssertionError("seed %d, after %s".formatted(seed, run.trail), e);
      }
      try (Stream<Path> all = Files.walk(place)) {
        for (Path file : all.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
    assertThat(copiedInto - before)
        .as("ranges that were copied into files")
        .isGreaterThanOrEqualTo(
            only < 0 && shape.copiesRanges() ? (int) shape.share(SEEDS).count() / 100 : 0);
  }

  /** An open file. */
  private record Open(long handle, long node, File file, boolean writing) {}

  private final class Run {
    private final Random random;
    private final FaultyStore store;
    private final Path place;
    private final Volume volume;
    private final Directory root = new Directory(0755);
    private final List<Open> open = new ArrayList<>();
    private final List<String> trail = new ArrayList<>();

    /** Handles that are closed, of which the volume was not told yet. */
    private final List<Long> unreleased = new ArrayList<>();

    private final Gate background = new Gate();
    private boolean closed;

    Run(Shape shape, int seed, Path place) {
      this.random = new Random(seed);
      this.store = new FaultyStore(shape.open(MIN_PART));
      this.place = place;
      VolumeOptions options =
          VolumeOptions.DEFAULT
              .withPrefix(random.nextBoolean() ? "" : "team/data")
              .withObjectMetadata(true)
              .withBounds(new Bounds(true, 0, 0))
              .withTtl(Duration.ofSeconds(10), Duration.ofSeconds(5));
      volume =
          new Volume(
              store,
              options,
              place.resolve("state"),
              Optional.of(place.resolve("staging")),
              engine,
              Volume.capabilities(shape, MIN_PART));
      // A change that is answered while a page is may count twice until the next count.
      await().until(() -> volume.holds().isPresent());
      store
          .faults()
          .eachChange(() ->
              Thread.currentThread().getName().startsWith("publish ")
                  ? background.get()
                  : Faults.Change.DONE);
    }

    void steps() {
      for (int step = 0; step < STEPS; step++) {
        if (random.nextInt(3) == 0) {
          background.shut();
        }
        meeting(this::step);
      }
      for (Open file : List.copyOf(open)) {
        meeting(() -> close(file));
      }
      background.open();
      while (!unreleased.isEmpty()) {
        release();
      }
      volume.publishAll(Duration.ofMinutes(1));
      String prefix = volume.fs().options().prefix();
      Map<String, byte[]> wanted = ModelFiles.keys(root, prefix);
      ModelFiles.directories(root, prefix)
          .forEach((key, inner) -> {
            if (inner.things().isEmpty()) {
              assertThat(store.contents()).containsKey(key);
            }
          });
      Map<String, byte[]> there = store.contents();
      assertThat(there.keySet().stream().filter(key -> !key.endsWith("/")))
          .containsExactlyInAnyOrderElementsOf(wanted.keySet());
      wanted.forEach((key, content) -> assertThat(there.get(key)).as(key).isEqualTo(content));
      long bytes = there.values().stream().mapToLong(content -> content.length).sum();
      assertThat(volume.holds())
          .as("what the volume is said to hold")
          .contains(new Growth(bytes, there.size()));
      volume.forgetAll();
    }

    /** What is on its way in the background stays there until a step waits for it. */
    private void meeting(Runnable step) {
      Thread stepping = Thread.currentThread();
      AtomicBoolean ended = new AtomicBoolean();
      Thread opening =
          Thread.startVirtualThread(() -> {
            while (!ended.get() && stepping.getState() == Thread.State.RUNNABLE) {
              LockSupport.parkNanos(20_000);
            }
            if (!ended.get()) {
              background.open();
            }
          });
      try {
        step.run();
      } finally {
        ended.set(true);
        join(opening);
      }
    }

    private static void join(Thread thread) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }

    /** After all is closed. */
    void nothingIsLeft() throws Exception {
      try (InodeTable left = InodeTable.open(place.resolve("state/inodes"))) {
        assertThat(left.size()).as("nodes that nobody has").isEqualTo(1);
      }
      try (Stream<Path> all = Files.walk(place.resolve("staging"))) {
        assertThat(all.filter(Files::isRegularFile)).as("what is staged").isEmpty();
      }
    }

    private void step() {
      switch (random.nextInt(22)) {
        case 0, 1, 2 -> create();
        case 3 -> mkdir();
        case 4 -> unlink();
        case 5 -> rmdir();
        case 6, 7 -> rename();
        case 8, 9 -> openOne();
        case 10, 11 -> write();
        case 12 -> read();
        case 13 -> pick().ifPresent(this::close);
        case 14 -> pick().ifPresent(file -> publish(file));
        case 15 -> truncate();
        case 16 -> describe();
        case 17 -> look();
        case 18 -> list();
        case 19 -> copy();
        case 20 -> release();
        default -> {
          if (random.nextInt(2) == 0) {
            note("restart");
            volume.restart();
          } else {
            note("time passes");
            volume.pass(Duration.ofSeconds(20));
          }
        }
      }
    }

    private void note(String step) {
      trail.add(step);
    }

    private String name() {
      return NAMES.get(random.nextInt(NAMES.size()));
    }

    /** A random directory, and its node. */
    private record Place(Directory directory, long node, String path) {}

    private Place place() {
      Directory at = root;
      long node = FileSystem.ROOT;
      String path = "/";
      while (random.nextInt(3) > 0) {
        List<String> inner =
            at.things().entrySet().stream()
                .filter(thing -> thing.getValue() instanceof Directory)
                .map(Map.Entry::getKey)
                .toList();
        if (inner.isEmpty()) {
          break;
        }
        String name = inner.get(random.nextInt(inner.size()));
        if (!(at.things().get(name) instanceof Directory next)) {
          throw new IllegalStateException(name);
        }
        node = volume.lookup(node, name).orElseThrow().id();
        path += name + "/";
        at = next;
      }
      return new Place(at, node, path);
    }

    private Optional<Open> pick() {
      return open.isEmpty() ? Optional.empty() : Optional.of(open.get(random.nextInt(open.size())));
    }

    /** Carries out a request; sometimes the process dies before it answers, and it comes again. */
    private <T> T request(Function<RequestId, Answer<T>> asked) {
      RequestId request = volume.request();
      T answer = asked.apply(request).await();
      if (random.nextInt(6) == 0) {
        note("(again)");
        volume.restart();
        answer = asked.apply(new RequestId(request.number(), true)).await();
      }
      return answer;
    }

    private void refused(Errno errno, Function<RequestId, Answer<?>> asked) {
      FsException refused =
          catchThrowableOfType(FsException.class, () -> asked.apply(volume.request()).await());
      assertThat(refused).isNotNull();
      assertThat(refused.errno()).isEqualTo(errno);
    }

    private void create() {
      Place in = place();
      String name = name();
      // As the kernel, which asks for the name before it asks for a file to be made.
      Optional<Node> before = volume.lookup(in.node, name);
      assertThat(before.isPresent()).isEqualTo(in.directory.things().containsKey(name));
      if (before.isPresent()) {
        return;
      }
      note("create " + in.path + name);
      int mode = 0100000 | random.nextInt(01000);
      int flags = random.nextInt(4) == 0 ? 0100 : 0102;
      Created made = request(id -> volume.fs().create(in.node, name, flags, mode, CALLER, id));
      volume.counted(made.node());
      File file = new File(mode & 0777);
      in.directory.things().put(name, file);
      open.add(new Open(made.file().handle(), made.node().id(), file, flags != 0100));
      assertThat(made.node().attributes().mode()).isEqualTo(mode);
    }

    private void mkdir() {
      Place in = place();
      String name = name();
      if (volume.lookup(in.node, name).isPresent()) {
        return;
      }
      note("mkdir " + in.path + name);
      int mode = random.nextInt(01000);
      request(id -> {
        // The answer that was not delivered is counted, too: its node stays until the unmount.
        Node made = volume.fs().mkdir(in.node, name, mode, CALLER, id).await();
        volume.counted(made);
        assertThat(made.attributes().mode()).isEqualTo(Attributes.DIRECTORY | mode);
        return Answer.now(made);
      });
      in.directory.things().put(name, new Directory(mode));
    }

    private void unlink() {
      Place in = place();
      String name = name();
      if (in.directory.things().get(name) instanceof File) {
        assertThat(volume.lookup(in.node, name)).isPresent();
        note("unlink " + in.path + name);
        request(id -> volume.fs().unlink(in.node, name, id));
        in.directory.things().remove(name);
      }
    }

    private void rmdir() {
      Place in = place();
      String name = name();
      if (in.directory.things().get(name) instanceof Directory) {
        assertThat(volume.lookup(in.node, name)).isPresent();
        note("rmdir " + in.path + name);
        Optional<Errno> refusal = ModelFiles.rmdir(in.directory, name);
        if (refusal.isPresent()) {
          refused(refusal.get(), id -> volume.fs().rmdir(in.node, name, id));
        } else {
          request(id -> volume.fs().rmdir(in.node, name, id));
        }
      }
    }

    private void rename() {
      Place from = place();
      Place to = place();
      String name = name();
      String newName = name();
      Optional<Thing> thing = Optional.ofNullable(from.directory.things().get(name));
      Optional<Thing> there = Optional.ofNullable(to.directory.things().get(newName));
      assertThat(volume.lookup(from.node, name).isPresent()).isEqualTo(thing.isPresent());
      assertThat(volume.lookup(to.node, newName).isPresent()).isEqualTo(there.isPresent());
      boolean directory = thing.orElse(root) instanceof Directory;
      boolean kernelRefuses =
          thing.isEmpty()
              || thing.equals(there)
              || (from.path + name).equals(to.path + newName)
              || (directory && to.path.startsWith(from.path + name + "/"))
              || there.filter(found -> found instanceof Directory != directory).isPresent();
      if (kernelRefuses) {
        return;
      }
      boolean replace = random.nextInt(4) > 0;
      note("rename %s%s to %s%s %s".formatted(from.path, name, to.path, newName, replace));
      Optional<Errno> refusal =
          ModelFiles.rename(from.directory, name, to.directory, newName, replace);
      Function<RequestId, Answer<Done>> asked =
          id -> volume.fs().rename(from.node, name, to.node, newName, replace, id);
      if (refusal.isPresent()) {
        refused(refusal.get(), asked::apply);
      } else {
        request(asked);
      }
    }

    /** A random file with a name. */
    private Optional<Map.Entry<String, File>> file(Place in) {
      List<Map.Entry<String, File>> files = new ArrayList<>();
      in.directory
          .things()
          .forEach((name, thing) -> {
            if (thing instanceof File file) {
              files.add(Map.entry(name, file));
            }
          });
      return files.isEmpty()
          ? Optional.empty()
          : Optional.of(files.get(random.nextInt(files.size())));
    }

    private void openOne() {
      Place in = place();
      file(in)
          .ifPresent(found -> {
            int flags = List.of(0, 0, 1, 2, 01001).get(random.nextInt(5));
            note("open %s%s with %o".formatted(in.path, found.getKey(), flags));
            Node node = volume.lookup(in.node, found.getKey()).orElseThrow();
            OpenFile opened = request(id -> volume.fs().open(node.id(), flags, id));
            if ((flags & 01000) != 0) {
              found.getValue().truncate(0);
            }
            open.add(new Open(opened.handle(), node.id(), found.getValue(), flags != 0));
          });
    }

    private void write() {
      pick()
          .filter(Open::writing)
          .ifPresent(file -> {
            int offset = random.nextInt(file.file.content().length + 5000);
            byte[] data = new byte[random.nextInt(9000)];
            random.nextBytes(data);
            note("write %d at %d".formatted(data.length, offset));
            try (Arena arena = Arena.ofConfined()) {
              MemorySegment bytes = arena.allocateFrom(ValueLayout.JAVA_BYTE, data);
              volume.fs().write(file.handle, offset, bytes).await();
            }
            if (data.length > 0) {
              file.file.write(offset, data);
            }
            check(file);
          });
    }

    private void read() {
      pick()
          .ifPresent(file -> {
            byte[] content = file.file.content();
            int offset = random.nextInt(content.length + 10);
            int size = random.nextInt(8000);
            int end = Math.max(offset, Math.min(offset + size, content.length));
            byte[] wanted =
                offset >= content.length ? new byte[0] : Arrays.copyOfRange(content, offset, end);
            note("read %d at %d".formatted(size, offset));
            assertThat(volume.read(file.handle, offset, size)).isEqualTo(wanted);
            check(file);
          });
    }

    private void check(Open file) {
      Attributes attributes =
          volume.fs().getattr(file.node, OptionalLong.of(file.handle)).await().attributes();
      assertThat(attributes.size()).isEqualTo(file.file.content().length);
      assertThat(volume.read(file.handle, 0, 1 << 20)).isEqualTo(file.file.content());
    }

    private void publish(Open file) {
      note("fsync");
      volume.fs().publish(file.handle).await();
    }

    private void close(Open file) {
      if (random.nextInt(5) > 0) {
        note("close");
        volume.fs().publish(file.handle).await();
      } else {
        note("close unasked");
      }
      unreleased.add(file.handle);
      open.remove(file);
      if (random.nextInt(3) > 0) {
        release();
      }
    }

    /** Says that a file was closed, sometimes twice; not always the one that was closed first. */
    private void release() {
      if (unreleased.isEmpty()) {
        return;
      }
      note("release");
      long handle = unreleased.remove(random.nextInt(unreleased.size()));
      volume.fs().release(handle).await();
      if (random.nextInt(6) == 0) {
        volume.restart();
        volume.fs().release(handle).await();
      }
    }

    private void truncate() {
      Place in = place();
      file(in)
          .ifPresent(found -> {
            int size = random.nextInt(found.getValue().content().length + 3000);
            note("truncate %s%s to %d".formatted(in.path, found.getKey(), size));
            Node node = volume.lookup(in.node, found.getKey()).orElseThrow();
            Known known =
                volume
                    .fs()
                    .setattr(node.id(), changes(OptionalInt.empty(), OptionalLong.of(size)))
                    .await();
            found.getValue().truncate(size);
            assertThat(known.attributes().size()).isEqualTo(size);
          });
    }

    private static Changes changes(OptionalInt mode, OptionalLong size) {
      return new Changes(
          mode, OptionalInt.empty(), OptionalInt.empty(), size, Optional.empty(), Optional.empty());
    }

    /** A range, where the server can copy it; else it must be refused. */
    private void copy() {
      Optional<Open> from = pick();
      Optional<Open> to = pick().filter(Open::writing);
      if (from.isEmpty() || to.isEmpty()) {
        return;
      }
      switch (random.nextInt(3)) {
        case 0 -> {
          publish(from.get());
          note("empty");
          Changes nothing = changes(OptionalInt.empty(), OptionalLong.of(0));
          volume.fs().setattr(to.get().node, nothing).await();
          to.get().file.truncate(0);
        }
        case 1 -> {
          publish(from.get());
          publish(to.get());
        }
        default -> {}
      }
      copy(from.get(), to.get());
      check(to.get());
    }

    private void copy(Open from, Open to) {
      byte[] content = from.file.content();
      int before = to.file.content().length;
      int offset = random.nextBoolean() ? 0 : random.nextInt(content.length + 1);
      int length = 1 + random.nextInt(content.length - offset + 9);
      int at = random.nextBoolean() ? before : random.nextInt(before + 9);
      note("copy %d at %d to %d".formatted(length, offset, at));
      try {
        long copied = volume.fs().copy(from.handle, offset, to.handle, at, length).await();
        note("copied");
        assertThat(copied).isEqualTo(Math.min(length, content.length - offset)).isPositive();
        assertThat(at).isLessThanOrEqualTo(before);
        copiedInto += before > 0 ? 1 : 0;
        to.file.write(at, Arrays.copyOfRange(content, offset, offset + (int) copied));
      } catch (FsException e) {
        assertThat(e.errno()).isEqualTo(Errno.ENOTSUP);
      }
    }

    private void describe(Place in) {
      note("describe " + in.path);
      int mode = random.nextInt(01000);
      FileSystem fs = volume.fs();
      fs.setattr(in.node, changes(OptionalInt.of(mode), OptionalLong.empty())).await();
      in.directory.mode().set(mode);
      String value = "v" + random.nextInt(100);
      fs.setxattr(in.node, "user.x", value.getBytes(StandardCharsets.UTF_8), 0, volume.request())
          .await();
      assertThat(fs.getxattr(in.node, "user.x").await())
          .asString(StandardCharsets.UTF_8)
          .isEqualTo(value);
    }

    private void describe() {
      Place in = place();
      if (in.node != FileSystem.ROOT) {
        describe(in);
      }
      file(in)
          .ifPresent(found -> {
            note("describe %s%s".formatted(in.path, found.getKey()));
            Node node = volume.lookup(in.node, found.getKey()).orElseThrow();
            int mode = random.nextInt(01000);
            volume
                .fs()
                .setattr(node.id(), changes(OptionalInt.of(mode), OptionalLong.empty()))
                .await();
            found.getValue().chmod(mode);
            Instant time = Instant.ofEpochSecond(random.nextInt(1 << 30), random.nextInt(1 << 29));
            Changes times =
                new Changes(
                    OptionalInt.empty(),
                    OptionalInt.empty(),
                    OptionalInt.empty(),
                    OptionalLong.empty(),
                    Optional.empty(),
                    Optional.of(time));
            assertThat(volume.fs().setattr(node.id(), times).await().attributes().modified())
                .isEqualTo(time);
            String value = "v" + random.nextInt(100);
            volume
                .fs()
                .setxattr(
                    node.id(),
                    "user.x",
                    value.getBytes(StandardCharsets.UTF_8),
                    0,
                    volume.request())
                .await();
            found.getValue().attributes().put("user.x", value);
          });
    }

    private void look() {
      Place in = place();
      String name = name();
      Optional<Node> node = volume.lookup(in.node, name);
      note("look at " + in.path + name);
      Optional<Thing> thing = Optional.ofNullable(in.directory.things().get(name));
      assertThat(node.isPresent()).isEqualTo(thing.isPresent());
      if (thing.isPresent() && thing.get() instanceof Directory directory) {
        assertThat(node.orElseThrow().attributes().mode())
            .isEqualTo(Attributes.DIRECTORY | directory.mode().get());
      }
      if (thing.isPresent() && thing.get() instanceof File file) {
        Attributes attributes = node.orElseThrow().attributes();
        assertThat(attributes.size()).isEqualTo(file.content().length);
        assertThat(attributes.mode()).isEqualTo(Attributes.REGULAR | file.mode());
        assertThat(attributes.uid()).isEqualTo(CALLER.uid());
        file.attributes()
            .forEach((key, value) ->
                assertThat(volume.fs().getxattr(node.get().id(), key).await())
                    .asString(StandardCharsets.UTF_8)
                    .isEqualTo(value));
      }
    }

    private void list() {
      Place in = place();
      note("list " + in.path);
      List<DirectoryItem> items =
          volume.list(in.node, random.nextBoolean(), 1 + random.nextInt(5), random.nextInt(20));
      List<String> names =
          items.subList(2, items.size()).stream().map(DirectoryItem::name).toList();
      assertThat(names).doesNotHaveDuplicates();
      assertThat(new TreeSet<>(names)).isEqualTo(new TreeSet<>(in.directory.things().keySet()));
    }

    void close() {
      if (!closed) {
        closed = true;
        volume.close();
      }
    }
  }
}
