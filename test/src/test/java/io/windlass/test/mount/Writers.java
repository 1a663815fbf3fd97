package io.windlass.test.mount;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Programs that change files of a mount in the ways that programs do. Each has files of its own,
 * and says in the ledger what they will be and what was acknowledged.
 */
final class Writers {
  private static final int STREAM_BYTES = 12 << 20;
  private static final int STREAM_PIECE = 256 << 10;
  private static final int OVERWRITTEN_BYTES = 9 << 20;
  private static final int OVERWRITES = 6;
  private static final int LINES = 5;
  private static final int MOVED_FILES = 6;

  private final Path top;
  private final Ledger ledger;
  private final BusyPrograms programs;

  private Writers(Path top, Ledger ledger, BusyPrograms programs) {
    this.top = top;
    this.ledger = ledger;
    this.programs = programs;
  }

  /** Adds them all. */
  static void add(Path top, Ledger ledger, BusyPrograms programs, long seed) throws IOException {
    Writers writers = new Writers(top, ledger, programs);
    for (String directory : new String[] {"stream", "random", "log", "small", "saved", "moved"}) {
      Files.createDirectory(top.resolve(directory));
    }
    for (int i = 0; i < 2; i++) {
      String number = Integer.toString(i);
      programs.add("stream " + i, seed + i, random -> writers.stream("stream/" + number, random));
      programs.add("log " + i, seed + 10 + i, writers.new Appender("log/" + number));
      programs.add("small " + i, seed + 20 + i, random -> writers.small("small/" + number, random));
    }
    programs.add("random", seed + 30, writers.new Overwriter("random/0"));
    programs.add("save", seed + 40, random -> writers.save("saved/file", random));
    programs.add("directory", seed + 50, writers.new Mover());
  }

  private Path path(String key) {
    return top.resolve(key);
  }

  private FileChannel open(String key, OpenOption... options) throws IOException {
    return programs.timed(() -> FileChannel.open(path(key), options));
  }

  private void write(FileChannel channel, byte[] bytes, int from, int length) throws IOException {
    ByteBuffer buffer = ByteBuffer.wrap(bytes, from, length);
    while (buffer.hasRemaining()) {
      programs.timed(() -> channel.write(buffer));
    }
  }

  private void sync(FileChannel channel) throws IOException {
    programs.timed(() -> {
      channel.force(true);
      return true;
    });
  }

  private void close(FileChannel channel) throws IOException {
    programs.timed(() -> {
      channel.close();
      return true;
    });
  }

  private void delete(String key) throws IOException {
    ledger.will(key, Ledger.ABSENT);
    programs.timed(() -> {
      Files.delete(path(key));
      return true;
    });
    ledger.did(key);
  }

  /** What is known to be in {@code from} is at {@code to} afterwards. */
  private void move(String from, String to, byte[] content) throws IOException {
    ledger.will(to, Ledger.state(content));
    ledger.will(from, Ledger.ABSENT);
    programs.timed(() -> Files.move(path(from), path(to), StandardCopyOption.ATOMIC_MOVE));
    ledger.did(to);
    ledger.did(from);
  }

  private String same(String key, byte[] content) throws IOException {
    byte[] seen = programs.timed(() -> Files.readAllBytes(path(key)));
    return Arrays.equals(seen, content)
        ? ""
        : "%s reads differently (%d bytes, %d expected; from byte %d)"
            .formatted(key, seen.length, content.length, Arrays.mismatch(seen, content));
  }

  /** A large file, written in one go: one that is not there, or over the one that is. */
  private String stream(String key, SplittableRandom random) throws IOException {
    byte[] content = Bytes.of(random.nextLong(), random.nextInt(STREAM_BYTES));
    ledger.will(key, Ledger.state(content));
    FileChannel channel =
        open(
            key,
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE,
            StandardOpenOption.TRUNCATE_EXISTING);
    for (int at = 0; at < content.length; at += STREAM_PIECE) {
      write(channel, content, at, Math.min(STREAM_PIECE, content.length - at));
    }
    close(channel);
    ledger.did(key);
    String seen = same(key, content);
    if (random.nextInt(3) == 0) {
      delete(key);
    }
    return seen;
  }

  /** Files that must not be there, renamed, and removed. */
  private String small(String prefix, SplittableRandom random) throws IOException {
    String key = prefix + "-" + random.nextInt(1000);
    byte[] content = Bytes.of(random.nextLong(), random.nextInt(40_000));
    ledger.will(key, Ledger.state(content));
    FileChannel channel = open(key, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    write(channel, content, 0, content.length);
    close(channel);
    ledger.did(key);
    String renamed = key + "-renamed";
    move(key, renamed, content);
    String seen = Files.exists(path(key)) ? key + " is still there" : same(renamed, content);
    delete(renamed);
    return seen;
  }

  /** Saves as editors do: writes a new file, which replaces the old one. */
  private String save(String key, SplittableRandom random) throws IOException {
    byte[] content = Bytes.of(random.nextLong(), random.nextInt(100_000));
    String draft = key + ".new";
    ledger.will(draft, Ledger.state(content));
    FileChannel channel = open(draft, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    write(channel, content, 0, content.length);
    sync(channel);
    close(channel);
    ledger.did(draft);
    move(draft, key, content);
    return same(key, content);
  }

  /** Writes anywhere in one large file, reads anywhere, and has it synchronised. */
  private final class Overwriter implements BusyPrograms.Deed {
    private final String key;
    private final byte[] content = new byte[OVERWRITTEN_BYTES];

    Overwriter(String key) {
      this.key = key;
    }

    @Override
    public String once(SplittableRandom random) throws IOException {
      String wrong = "";
      try (FileChannel channel =
          open(key, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
        if (channel.size() == 0) {
          ledger.will(key, Ledger.state(content));
          write(channel, content, 0, content.length);
          sync(channel);
          ledger.did(key);
        }
        for (int i = 0; i < OVERWRITES; i++) {
          int length = random.nextInt(1, 100_000);
          int at = random.nextInt(content.length - length);
          byte[] piece = Bytes.of(random.nextLong(), length);
          System.arraycopy(piece, 0, content, at, length);
          ByteBuffer buffer = ByteBuffer.wrap(piece);
          while (buffer.hasRemaining()) {
            int from = at + buffer.position();
            programs.timed(() -> channel.write(buffer, from));
          }
          wrong += verify(channel, random);
        }
        ledger.will(key, Ledger.state(content));
        sync(channel);
        ledger.did(key);
        wrong += verify(channel, random);
      }
      return wrong;
    }

    private String verify(FileChannel channel, SplittableRandom random) throws IOException {
      int length = random.nextInt(1, 100_000);
      int at = random.nextInt(content.length - length);
      ByteBuffer buffer = ByteBuffer.allocate(length);
      while (buffer.hasRemaining()) {
        int from = at + buffer.position();
        if (programs.timed(() -> channel.read(buffer, from)) < 0) {
          return "%s ends at %d".formatted(key, from);
        }
      }
      return Arrays.equals(buffer.array(), 0, length, content, at, at + length)
          ? ""
          : "%s reads differently from %d to %d".formatted(key, at, at + length);
    }
  }

  /** Appends lines, each of which is to last before the next. */
  private final class Appender implements BusyPrograms.Deed {
    private final String key;
    private MessageDigest content = Ledger.digest();
    private long length;

    Appender(String key) {
      this.key = key;
    }

    @Override
    public String once(SplittableRandom random) throws IOException {
      try (FileChannel channel = open(key, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
        for (int i = 0; i < LINES; i++) {
          byte[] line =
              "%d %x%n".formatted(length, random.nextLong()).getBytes(StandardCharsets.UTF_8);
          ledger.will(key, Ledger.state(copy(content), line));
          write(channel, line, 0, line.length);
          sync(channel);
          ledger.did(key);
          content.update(line);
          length += line.length;
        }
      }
      if (Files.size(path(key)) != length) {
        return "%s has %d bytes instead of %d".formatted(key, Files.size(path(key)), length);
      }
      if (length > 50_000) {
        delete(key);
        content = Ledger.digest();
        length = 0;
      }
      return "";
    }

    private static MessageDigest copy(MessageDigest digest) {
      try {
        return (MessageDigest) digest.clone();
      } catch (CloneNotSupportedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** Renames a directory to and fro. */
  private final class Mover implements BusyPrograms.Deed {
    private boolean there;
    private boolean filled;

    @Override
    public String once(SplittableRandom random) throws IOException {
      String from = there ? "moved/there/" : "moved/here/";
      String to = there ? "moved/here/" : "moved/there/";
      if (!filled) {
        Files.createDirectory(path(from));
      }
      for (int i = 0; i < MOVED_FILES; i++) {
        byte[] content = content(i);
        if (!filled) {
          ledger.will(from + i, Ledger.state(content));
          Path file = path(from + i);
          programs.timed(() -> Files.write(file, content));
          ledger.did(from + i);
        }
        ledger.will(to + i, Ledger.state(content));
        ledger.will(from + i, Ledger.ABSENT);
      }
      filled = true;
      programs.timed(() -> Files.move(path(from), path(to), StandardCopyOption.ATOMIC_MOVE));
      String wrong = Files.exists(path(from)) ? from + " is still there" : "";
      for (int i = 0; i < MOVED_FILES; i++) {
        ledger.did(from + i);
        ledger.did(to + i);
        wrong += same(to + i, content(i));
      }
      there = !there;
      return wrong;
    }

    private static byte[] content(int number) {
      return Bytes.of(number, 3000 * number);
    }
  }
}
