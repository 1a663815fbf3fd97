package io.windlass.fs.inode;

import io.windlass.fs.FileSystem;
import io.windlass.object.Revision;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;

/**
 * Changes both tables at random, in a way that follows from the seed alone, and counts its steps in
 * a mapped file: begun, and done. Runs as a process of its own, to be killed.
 */
final class TableWriter {
  private final Random random;
  private final InodeTable inodes;
  private final HandleTable handles;
  private final List<Long> known = new ArrayList<>(List.of(1L));
  private final List<Long> open = new ArrayList<>();

  TableWriter(long seed, InodeTable inodes, HandleTable handles) {
    this.random = new Random(seed);
    this.inodes = inodes;
    this.handles = handles;
  }

  /** One change. */
  void step() {
    switch (random.nextInt(13)) {
      case 0, 1, 2, 3 -> take();
      case 10, 11 -> move();
      case 12 -> inodes.version(known.get(random.nextInt(known.size())), random.nextInt(3));
      case 4, 5 -> {
        long id = known.get(random.nextInt(known.size()));
        inodes.forget(id, 1 + random.nextInt(3));
        known.removeIf(each -> inodes.get(each).isEmpty());
      }
      case 6, 7 -> {
        Revision revision =
            random.nextInt(4) == 0
                ? Revision.NONE
                : new Revision("e".repeat(random.nextInt(60)) + random.nextInt());
        long node = known.get(random.nextInt(known.size()));
        open.add(
            handles
                .add(
                    new HandleTable.Handle(
                        0,
                        node,
                        revision,
                        random.nextLong(),
                        random.nextLong(),
                        0,
                        random.nextLong()))
                .id());
      }
      case 8 -> {
        if (!open.isEmpty()) {
          handles.remove(open.remove(random.nextInt(open.size())));
        }
      }
      default -> {
        if (!open.isEmpty()) {
          String after = "x".repeat(random.nextInt(1000));
          handles.position(
              open.get(random.nextInt(open.size())),
              new HandleTable.Position(after.length(), after));
        }
      }
    }
  }

  private void take() {
    long parent = known.get(random.nextInt(known.size()));
    Kind kind = Kind.of(random.nextInt(3));
    String text = "n".repeat(random.nextInt(200)) + random.nextInt(20);
    long version = kind == Kind.FILE ? random.nextInt(3) : 0;
    long ino = random.nextLong();
    long id = inodes.take(parent, kind, text, version, () -> ino).id();
    if (!known.contains(id)) {
      known.add(id);
    }
  }

  private void move() {
    long id = known.get(random.nextInt(known.size()));
    long parent = known.get(random.nextInt(known.size()));
    String text = "m".repeat(random.nextInt(200)) + random.nextInt(20);
    if (id == FileSystem.ROOT || isWithin(parent, id)) {
      return;
    }
    inodes.move(id, parent, text);
    known.removeIf(each -> inodes.get(each).isEmpty());
  }

  private boolean isWithin(long node, long directory) {
    long at = node;
    while (at != FileSystem.ROOT && at != directory) {
      at = inodes.get(at).orElseThrow().parent();
    }
    return at == directory;
  }

  /** All that is in the tables but the root, which knows when it was made. */
  static String show(InodeTable inodes, HandleTable handles, int highest) {
    TreeMap<Long, String> shown = new TreeMap<>();
    for (long id = 2; id < highest; id++) {
      inodes.get(id).ifPresent(inode -> shown.put(inode.id(), inode.toString()));
    }
    StringBuilder text = new StringBuilder(String.join("\n", shown.values()));
    for (long slot = 1; slot < 2000; slot++) {
      for (long generation = 1; generation < 60; generation++) {
        handles
            .get(generation << 32 | slot)
            .ifPresent(
                handle -> text.append('\n').append(handle).append(handles.position(handle.id())));
      }
    }
    return text.toString();
  }

  /** Runs until it is killed. */
  public static void main(String[] args) throws Exception {
    Path directory = Path.of(args[0]);
    try (FileChannel channel =
        FileChannel.open(
            directory.resolve("steps"),
            StandardOpenOption.CREATE,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE)) {
      MappedByteBuffer steps = channel.map(FileChannel.MapMode.READ_WRITE, 0, 8);
      TableWriter writer =
          new TableWriter(
              Long.parseLong(args[1]),
              InodeTable.open(directory.resolve("inodes")),
              HandleTable.open(directory.resolve("handles")));
      for (int step = 1; ; step++) {
        steps.putInt(0, step);
        writer.step();
        steps.putInt(4, step);
      }
    }
  }
}
