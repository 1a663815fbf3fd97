package io.windlass.fs.inode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.windlass.object.Revision;
import io.windlass.testing.BothForms;
import io.windlass.testing.Programs;
import io.windlass.testing.TestForm;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nodes and handles outlive the process, wherever it is killed. */
class TablesTest {
  private static final int HIGHEST = 20_000;

  @TempDir Path directory;

  @Test
  void aNodeIsTheSameInTheNextProcess() {
    Inode file;
    try (InodeTable table = inodes()) {
      Inode folder = table.take(1, Kind.DIRECTORY, "folder", 0, () -> 17);
      table.take(folder.id(), Kind.FILE, "é".repeat(120), 42, () -> 18);
      file = table.take(folder.id(), Kind.FILE, "é".repeat(120), 42, () -> 99);
    }
    try (InodeTable table = inodes()) {
      assertThat(table.get(file.id())).contains(file);
      assertThat(table.find(file.parent(), Kind.FILE, "é".repeat(120))).contains(file);
      assertThat(file.lookups()).isEqualTo(2);
      assertThat(file.ino()).isEqualTo(18);
      assertThat(table.size()).isEqualTo(3);
    }
  }

  @Test
  void aDirectoryLivesAsLongAsWhatIsInIt() {
    try (InodeTable table = inodes()) {
      Inode folder = table.take(1, Kind.DIRECTORY, "folder", 0, () -> 2);
      Inode file = table.take(folder.id(), Kind.FILE, "file", 1, () -> 3);
      table.forget(folder.id(), 1);
      assertThat(table.get(folder.id())).isPresent();
      table.forget(file.id(), 1);
      assertThat(table.get(folder.id())).isEmpty();
      assertThat(table.size()).isEqualTo(1);
    }
  }

  @Test
  void whatIsGivenBackTooOftenOrUnknownDoesNoHarm() {
    try (InodeTable table = inodes()) {
      Inode file = table.take(1, Kind.FILE, "file", 1, () -> 3);
      table.forget(file.id(), Long.MAX_VALUE);
      table.forget(file.id(), 1);
      table.forget(0, 1);
      table.forget(-5, 1);
      table.forget(1L << 40, 1);
      table.forget(1, Long.MAX_VALUE);
      assertThat(table.get(1)).isPresent();
      assertThat(table.get(file.id())).isEmpty();
    }
  }

  @Test
  void aPlaceIsUsedAgainUnderAnotherGeneration() {
    Set<String> given = new HashSet<>();
    long size = 0;
    try (InodeTable table = inodes()) {
      for (int i = 0; i < 50_000; i++) {
        int number = i;
        Inode node = table.take(1, Kind.FILE, "name" + i, i, () -> number);
        assertThat(given.add(node.id() + "/" + node.generation())).isTrue();
        table.forget(node.id(), 1);
        size = Math.max(size, node.id());
      }
    }
    assertThat(size).isLessThan(10);
  }

  @Test
  void aReplacedObjectIsAnotherNodeAndTheOldOneLivesOn() {
    try (InodeTable table = inodes()) {
      Inode old = table.take(1, Kind.FILE, "file", 1, () -> 3);
      Inode fresh = table.take(1, Kind.FILE, "file", 2, () -> 3);
      assertThat(fresh.id()).isNotEqualTo(old.id());
      assertThat(table.get(old.id())).contains(old);
      assertThat(table.find(1, Kind.FILE, "file")).contains(fresh);
      table.forget(old.id(), 1);
      assertThat(table.get(old.id())).isEmpty();
      assertThat(table.find(1, Kind.FILE, "file")).contains(fresh);
    }
  }

  @Test
  void aNodeThatIsRenamedStaysTheSame() {
    Inode moved;
    try (InodeTable table = inodes()) {
      Inode from = table.take(1, Kind.DIRECTORY, "from", 0, () -> 2);
      Inode to = table.take(1, Kind.DIRECTORY, "to", 0, () -> 3);
      moved = table.take(from.id(), Kind.FILE, "a", 5, () -> 4);
      Inode replaced = table.take(to.id(), Kind.FILE, "long".repeat(60), 6, () -> 5);
      table.forget(from.id(), 1);
      table.move(moved.id(), to.id(), "long".repeat(60));
      assertThat(table.get(from.id())).as("nothing is in it").isEmpty();
      assertThat(table.get(replaced.id())).as("lives on without a name").isPresent();
      table.version(moved.id(), 7);
      table.move(moved.id(), to.id(), "b");
      table.move(moved.id(), 1, "c");
      assertThat(table.isTaken(4)).isTrue();
    }
    try (InodeTable table = inodes()) {
      Inode now = table.find(1, Kind.FILE, "c").orElseThrow();
      assertThat(now.id()).isEqualTo(moved.id());
      assertThat(now.generation()).isEqualTo(moved.generation());
      assertThat(now.version()).isEqualTo(7);
      assertThat(now.ino()).isEqualTo(4);
      assertThat(table.isTaken(4)).isTrue();
      table.forget(now.id(), 1);
      assertThat(table.isTaken(4)).isFalse();
      table.take(1, Kind.FILE, "c", 8, () -> 9);
      assertThat(table.find(1, Kind.FILE, "c").orElseThrow().version()).isEqualTo(8);
    }
  }

  @Test
  void aNumberIsTakenAsLongAsANodeWithoutItsNameHasIt() {
    Inode fresh;
    try (InodeTable table = inodes()) {
      Inode old = table.take(1, Kind.FILE, "file", 1, () -> 4);
      assertThat(table.isTaken(4)).as("by its own node").isFalse();
      Inode changed = table.take(1, Kind.FILE, "file", 2, () -> table.isTaken(4) ? 5 : 4);
      assertThat(changed.ino()).as("others have changed the file").isEqualTo(4);
      fresh = table.fresh(1, Kind.FILE, "file", () -> table.isTaken(4) ? 5 : 4);
      assertThat(fresh.ino()).as("it was made anew").isEqualTo(5);
      table.forget(old.id(), 1);
      assertThat(table.isTaken(4)).isTrue();
      table.forget(changed.id(), 1);
      assertThat(table.isTaken(4)).isFalse();
      table.move(fresh.id(), 1, "moved");
      table.unname(fresh.id());
    }
    try (InodeTable table = inodes()) {
      assertThat(table.isTaken(5)).isTrue();
      table.forget(fresh.id(), 1);
      assertThat(table.isTaken(5)).isFalse();
    }
  }

  @Test
  void manyNodesGrowTheFileAndAreFound() {
    int many = 100_000;
    try (InodeTable table = inodes()) {
      for (int i = 0; i < many; i++) {
        int number = i;
        table.take(1, Kind.FILE, "x".repeat(i % 200) + i, i, () -> number);
      }
    }
    try (InodeTable table = inodes()) {
      assertThat(table.size()).isEqualTo(many + 1);
      for (int i = 0; i < many; i++) {
        assertThat(table.find(1, Kind.FILE, "x".repeat(i % 200) + i).orElseThrow().version())
            .isEqualTo(i);
      }
    }
  }

  @Test
  void aDamagedRecordIsAnUnknownNodeAndTheRestIsThere() throws IOException {
    Inode damaged;
    Inode whole;
    try (InodeTable table = inodes()) {
      damaged = table.take(1, Kind.FILE, "damaged", 1, () -> 2);
      whole = table.take(1, Kind.FILE, "whole", 1, () -> 3);
    }
    try (FileChannel file =
        FileChannel.open(directory.resolve("inodes"), StandardOpenOption.WRITE)) {
      file.write(ByteBuffer.wrap(new byte[] {'D'}), damaged.id() * 64 + 53);
    }
    try (InodeTable table = inodes()) {
      assertThat(table.get(damaged.id())).isEmpty();
      assertThat(table.get(whole.id())).contains(whole);
    }
  }

  @Test
  void aHandleIsTheSameInTheNextProcess() {
    HandleTable.Handle file;
    HandleTable.Handle listing;
    try (HandleTable table = handles()) {
      file = table.add(new HandleTable.Handle(0, 7, new Revision("\"etag\""), 1L << 40, 5, 1, 77));
      listing = table.add(new HandleTable.Handle(0, 8, Revision.NONE, 0, 0, 0, 78));
      table.position(listing.id(), new HandleTable.Position(12, "漢".repeat(340)));
      table.position(listing.id(), new HandleTable.Position(13, "after"));
    }
    try (HandleTable table = handles()) {
      assertThat(table.get(file.id())).contains(file);
      assertThat(table.openedBy(7, 77)).contains(file);
      assertThat(table.openedBy(8, 77)).isEmpty();
      assertThat(table.position(listing.id())).isEqualTo(new HandleTable.Position(13, "after"));
      table.remove(file.id());
      HandleTable.Handle next = table.add(file);
      assertThat(next.id()).isNotEqualTo(file.id());
      assertThat(table.get(file.id())).as("closed before").isEmpty();
    }
  }

  @Test
  void manyHandlesGrowTheFile() {
    try (HandleTable table = handles()) {
      for (int i = 0; i < 5000; i++) {
        table.add(new HandleTable.Handle(0, i, new Revision("e" + i), i, i, i, i));
      }
    }
    try (HandleTable table = handles()) {
      assertThat(table.size()).isEqualTo(5000);
      assertThat(table.openedBy(4999, 4999).orElseThrow().revision())
          .isEqualTo(new Revision("e4999"));
    }
  }

  /**
   * A process changes the tables and is killed at a random moment. What is found then is what its
   * steps make up to the last that was done, or to the one that was under way.
   */
  @Test
  @BothForms
  void nothingIsLostWhenTheProcessIsKilled() throws Exception {
    long base = TestForm.seed("windlass.kill.seed", 1);
    int rounds = TestForm.amount("windlass.kill.rounds", 2, 8);
    for (int round = 0; round < rounds; round++) {
      long seed = base + round;
      Path killed = Files.createDirectory(directory.resolve("killed" + round));
      kill(killed, seed);
      ByteBuffer steps =
          ByteBuffer.wrap(Files.readAllBytes(killed.resolve("steps"))).order(ByteOrder.BIG_ENDIAN);
      int begun = steps.getInt(0);
      int done = steps.getInt(4);
      assertThat(done).as("seed %d", seed).isPositive().isBetween(begun - 1, begun);
      String found;
      try (InodeTable inodes = InodeTable.open(killed.resolve("inodes"));
          HandleTable handles = HandleTable.open(killed.resolve("handles"))) {
        found = TableWriter.show(inodes, handles, HIGHEST);
      }
      assertThat(found)
          .as("seed %d, %d steps", seed, done)
          .isIn(expected(seed, done, round), expected(seed, begun, round + 100));
    }
  }

  private void kill(Path killed, long seed) throws Exception {
    Process process =
        Programs.process(
                "java",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                TableWriter.class.getName(),
                killed.toString(),
                Long.toString(seed))
            .redirectErrorStream(true)
            .redirectOutput(killed.resolve("output").toFile())
            .start();
    try {
      await()
          .pollInterval(1, TimeUnit.MILLISECONDS)
          .until(() -> {
            assertThat(process.isAlive())
                .as("%s", Files.readString(killed.resolve("output")))
                .isTrue();
            return steps(killed) > 200 + new Random(seed).nextInt(1500);
          });
    } finally {
      process.destroyForcibly();
      process.waitFor();
    }
  }

  private static int steps(Path killed) throws IOException {
    Path steps = killed.resolve("steps");
    return Files.exists(steps) && Files.size(steps) == 8
        ? ByteBuffer.wrap(Files.readAllBytes(steps)).getInt(4)
        : 0;
  }

  /** Returns the tables after that many steps, opened again. */
  private String expected(long seed, int steps, int number) throws IOException {
    Path made = Files.createDirectory(directory.resolve("made" + number));
    try (InodeTable inodes = InodeTable.open(made.resolve("inodes"));
        HandleTable handles = HandleTable.open(made.resolve("handles"))) {
      TableWriter writer = new TableWriter(seed, inodes, handles);
      for (int step = 0; step < steps; step++) {
        writer.step();
      }
    }
    try (InodeTable inodes = InodeTable.open(made.resolve("inodes"));
        HandleTable handles = HandleTable.open(made.resolve("handles"))) {
      return TableWriter.show(inodes, handles, HIGHEST);
    }
  }

  private InodeTable inodes() {
    return InodeTable.open(directory.resolve("inodes"));
  }

  private HandleTable handles() {
    return HandleTable.open(directory.resolve("handles"));
  }
}
