package io.windlass.fs.bucket;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.fs.Caller;
import io.windlass.fs.Changes;
import io.windlass.fs.Created;
import io.windlass.fs.FileSystem;
import io.windlass.fs.FsException;
import io.windlass.fs.Node;
import io.windlass.fs.VolumeOptions;
import io.windlass.fs.read.ReadEngine;
import io.windlass.fs.read.ReadSettings;
import io.windlass.fs.testing.FaultyStore;
import io.windlass.linux.Errno;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two nodes do something to one file, in every order in which their steps can meet: what they get
 * and what is left is what one after the other would have made of it, and who could not have his
 * way was told so.
 */
class TwoNodesTest {
  private static final Caller CALLER = new Caller(0, 0);
  private static final int READ = 0;
  private static final int WRITE = 1;
  private static final int CREATE = 0100 | WRITE;
  private static final int EXCLUSIVE = 0200;

  /** Errors for a node when another node was faster. */
  private static final Set<Errno> REFUSALS = EnumSet.of(Errno.ESTALE, Errno.EEXIST, Errno.ENOENT);

  private final FaultyStore store = FaultyStore.inMemory();
  private final ReadEngine engine =
      new ReadEngine(ReadSettings.DEFAULT.withMemory(8 << 20), Optional.empty());
  private final List<Volume> volumes = new ArrayList<>();

  @TempDir Path directory;

  @AfterEach
  void close() {
    volumes.forEach(Volume::close);
    engine.close();
  }

  /** Actions of a node, in steps. */
  private enum Deed {
    CREATE(3),
    OVERWRITE(3),
    APPEND(3),
    READ(2),
    RENAME(1),
    UNLINK(1);

    private final int steps;

    Deed(int steps) {
      this.steps = steps;
    }

    /** Returns the files after this action; empty if it is not possible. */
    Optional<Map<String, String>> after(Map<String, String> before, String text) {
      Map<String, String> files = new TreeMap<>(before);
      boolean there = before.containsKey("f");
      switch (this) {
        case CREATE -> {
          if (there) {
            return Optional.empty();
          }
          files.put("f", text);
        }
        case OVERWRITE -> files.put("f", text);
        case APPEND -> {
          if (!there) {
            return Optional.empty();
          }
          files.merge("f", text, String::concat);
        }
        case READ -> {}
        case RENAME -> {
          if (!there) {
            return Optional.empty();
          }
          files.put("g", files.get("f"));
          files.remove("f");
        }
        case UNLINK -> {
          if (!there) {
            return Optional.empty();
          }
          files.remove("f");
        }
      }
      return Optional.of(files);
    }
  }

  /** A node that does its deed in a directory of the volume. */
  private static final class Actor {
    private final Deed deed;
    private final String text;
    private final Volume volume;
    private final long parent;
    private int step;
    private long handle = -1;
    private Optional<Errno> refused = Optional.empty();
    private Optional<String> seen = Optional.empty();

    Actor(Deed deed, String text, Volume volume, long parent) {
      this.deed = deed;
      this.text = text;
      this.volume = volume;
      this.parent = parent;
    }

    /** After a refusal it does nothing any more. */
    void step() {
      step++;
      if (refused.isPresent()) {
        return;
      }
      try {
        switch (deed) {
          case CREATE -> write(TwoNodesTest.CREATE | EXCLUSIVE);
          case OVERWRITE -> write(TwoNodesTest.CREATE);
          case APPEND -> write(WRITE);
          case READ -> read();
          case RENAME ->
              volume.fs().rename(parent, "f", parent, "g", true, volume.request()).await();
          case UNLINK -> volume.fs().unlink(parent, found(), volume.request()).await();
        }
      } catch (FsException e) {
        refused = Optional.of(e.errno());
        release();
      }
    }

    /** Looks the name up, as the kernel does before it removes a name. */
    private String found() {
      if (node().isEmpty()) {
        throw new FsException(Errno.ENOENT, "f");
      }
      return "f";
    }

    private Optional<Node> node() {
      return volume.lookup(parent, "f");
    }

    private void write(int flags) {
      switch (step) {
        case 1 -> openForWriting(flags);
        case 2 -> write(deed == Deed.APPEND ? size() : 0);
        default -> {
          volume.fs().publish(handle).await();
          release();
        }
      }
    }

    private void openForWriting(int flags) {
      Optional<Node> node = node();
      if (node.isPresent() && (flags & EXCLUSIVE) != 0) {
        throw new FsException(Errno.EEXIST, "f");
      }
      if (node.isEmpty() && (flags & 0100) == 0) {
        throw new FsException(Errno.ENOENT, "f");
      }
      if (node.isEmpty()) {
        Created made =
            volume.fs().create(parent, "f", flags, 0100644, CALLER, volume.request()).await();
        volume.counted(made.node());
        handle = made.file().handle();
      } else {
        handle = volume.fs().open(node.get().id(), WRITE, volume.request()).await().handle();
        if (deed == Deed.OVERWRITE) {
          volume.fs().setattr(node.get().id(), truncated()).await();
        }
      }
    }

    private static Changes truncated() {
      return new Changes(
          OptionalInt.empty(),
          OptionalInt.empty(),
          OptionalInt.empty(),
          OptionalLong.of(0),
          Optional.empty(),
          Optional.empty());
    }

    private long size() {
      Node node = node().orElseThrow(() -> new FsException(Errno.ENOENT, "f"));
      return volume.fs().getattr(node.id(), OptionalLong.of(handle)).await().attributes().size();
    }

    private void write(long offset) {
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment data = arena.allocateFrom(ValueLayout.JAVA_BYTE, text.getBytes(UTF_8));
        volume.fs().write(handle, offset, data).await();
      }
    }

    private void read() {
      if (step == 1) {
        Node node = node().orElseThrow(() -> new FsException(Errno.ENOENT, "f"));
        handle = volume.fs().open(node.id(), TwoNodesTest.READ, volume.request()).await().handle();
      } else {
        seen = Optional.of(new String(volume.read(handle, 0, 1000), UTF_8));
        release();
      }
    }

    private void release() {
      if (handle >= 0) {
        volume.fs().release(handle).await();
        handle = -1;
      }
    }
  }

  private Volume volume(String node) {
    Volume volume =
        new Volume(
            store,
            VolumeOptions.DEFAULT.withObjectMetadata(true).withTtl(Duration.ZERO, Duration.ZERO),
            directory.resolve(node).resolve("state"),
            Optional.of(directory.resolve(node).resolve("staging")),
            engine);
    volumes.add(volume);
    return volume;
  }

  @Test
  void everyOrderIsAsIfOneCameAfterTheOther() {
    Volume here = volume("here");
    Volume there = volume("there");
    int cases = 0;
    for (Deed one : Deed.values()) {
      for (Deed other : Deed.values()) {
        for (List<Boolean> order : orders(one.steps, other.steps)) {
          for (boolean exists : new boolean[] {true, false}) {
            check(here, there, "case-" + cases++, one, other, order, exists);
          }
        }
      }
    }
    assertThat(cases).isGreaterThan(500);
  }

  /** All orders of so many steps of one and of another. */
  private static List<List<Boolean>> orders(int one, int other) {
    if (one == 0 && other == 0) {
      return List.of(List.of());
    }
    List<List<Boolean>> all = new ArrayList<>();
    if (one > 0) {
      orders(one - 1, other).forEach(rest -> all.add(before(true, rest)));
    }
    if (other > 0) {
      orders(one, other - 1).forEach(rest -> all.add(before(false, rest)));
    }
    return all;
  }

  private static List<Boolean> before(boolean first, List<Boolean> rest) {
    List<Boolean> all = new ArrayList<>(List.of(first));
    all.addAll(rest);
    return all;
  }

  private void check(
      Volume here,
      Volume there,
      String place,
      Deed one,
      Deed other,
      List<Boolean> order,
      boolean exists) {
    Map<String, String> before = exists ? Map.of("f", "base") : Map.of();
    store.put(place + "/", new byte[0]);
    before.forEach((name, text) -> store.put(place + "/" + name, text.getBytes(UTF_8)));
    Actor first = new Actor(one, "-one", here, parent(here, place));
    Actor second = new Actor(other, "-other", there, parent(there, place));
    order.forEach(mine -> (mine ? first : second).step());

    Map<String, String> after = files(place);
    String what =
        "%s and %s, %s there, in the order %s: %s %s, %s %s leave %s"
            .formatted(
                one,
                other,
                exists ? "a file" : "nothing",
                order,
                first.refused,
                first.seen,
                second.refused,
                second.seen,
                after);
    assertThat(isSerial(before, after, first, second) || isSerial(before, after, second, first))
        .as(what)
        .isTrue();
    for (Actor actor : List.of(first, second)) {
      actor.refused.ifPresent(errno -> assertThat(REFUSALS).as(what).contains(errno));
    }
  }

  private static long parent(Volume volume, String place) {
    return volume.lookup(FileSystem.ROOT, place).orElseThrow().id();
  }

  /**
   * Returns whether the outcome is as if {@code one} came before {@code other}. A refused action
   * did nothing; a reader may see the content at the time it opened the file.
   */
  private static boolean isSerial(
      Map<String, String> before, Map<String, String> after, Actor one, Actor other) {
    Map<String, String> files = before;
    for (Actor actor : List.of(one, other)) {
      if (actor.refused.isPresent()) {
        continue;
      }
      Optional<Map<String, String>> next = actor.deed.after(files, actor.text);
      if (next.isEmpty()) {
        return false;
      }
      if (actor.seen.isPresent() && !actor.seen.get().equals(files.get("f"))) {
        return false;
      }
      files = next.get();
    }
    return files.equals(after);
  }

  private Map<String, String> files(String place) {
    Map<String, String> files = new TreeMap<>();
    store
        .contents(place + "/")
        .forEach((key, content) -> {
          if (!key.endsWith("/")) {
            files.put(key.substring(place.length() + 1), new String(content, UTF_8));
          }
        });
    return files;
  }
}
