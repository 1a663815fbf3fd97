package io.windlass.fs.bucket;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.fs.Attributes;
import io.windlass.fs.Changes;
import io.windlass.fs.FsException;
import io.windlass.fs.Node;
import io.windlass.fs.OpenFile;
import io.windlass.fs.bucket.ModelVolume.Open;
import io.windlass.fs.bucket.ModelVolume.Place;
import io.windlass.linux.Errno;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;

/** Deeds of the model that use open files. */
final class ModelContents {
  private final ModelVolume model;
  private final Volume volume;
  private final Random random;

  /** Handles that are closed, of which the volume was not told yet. */
  private final List<Long> unreleased = new ArrayList<>();

  private int copiedInto;

  ModelContents(ModelVolume model) {
    this.model = model;
    this.volume = model.volume();
    this.random = model.random();
  }

  void openOne() {
    Place in = model.place();
    model
        .file(in)
        .ifPresent(found -> {
          int flags = List.of(0, 0, 1, 2, 01001).get(random.nextInt(5));
          model.note("open %s%s with %o".formatted(in.path(), found.getKey(), flags));
          Node node = volume.lookup(in.node(), found.getKey()).orElseThrow();
          OpenFile opened = model.request(id -> volume.fs().open(node.id(), flags, id));
          if ((flags & 01000) != 0) {
            found.getValue().truncate(0);
          }
          model.open().add(new Open(opened.handle(), node.id(), found.getValue(), flags != 0));
        });
  }

  void write() {
    model
        .pick()
        .filter(Open::writing)
        .ifPresent(file -> {
          int offset = random.nextInt(file.file().content().length + 5000);
          byte[] data = new byte[random.nextInt(9000)];
          random.nextBytes(data);
          model.note("write %d at %d".formatted(data.length, offset));
          try (Arena arena = Arena.ofConfined()) {
            MemorySegment bytes = arena.allocateFrom(ValueLayout.JAVA_BYTE, data);
            volume.fs().write(file.handle(), offset, bytes).await();
          }
          if (data.length > 0) {
            file.file().write(offset, data);
          }
          check(file);
        });
  }

  void read() {
    model
        .pick()
        .ifPresent(file -> {
          byte[] content = file.file().content();
          int offset = random.nextInt(content.length + 10);
          int size = random.nextInt(8000);
          int end = Math.max(offset, Math.min(offset + size, content.length));
          byte[] wanted =
              offset >= content.length ? new byte[0] : Arrays.copyOfRange(content, offset, end);
          model.note("read %d at %d".formatted(size, offset));
          assertThat(volume.read(file.handle(), offset, size)).isEqualTo(wanted);
          check(file);
        });
  }

  private void check(Open file) {
    Attributes attributes =
        volume.fs().getattr(file.node(), OptionalLong.of(file.handle())).await().attributes();
    assertThat(attributes.size()).isEqualTo(file.file().content().length);
    assertThat(volume.read(file.handle(), 0, 1 << 20)).isEqualTo(file.file().content());
  }

  void publish(Open file) {
    model.note("fsync");
    volume.fs().publish(file.handle()).await();
  }

  void close(Open file) {
    if (random.nextInt(5) > 0) {
      model.note("close");
      volume.fs().publish(file.handle()).await();
    } else {
      model.note("close unasked");
    }
    unreleased.add(file.handle());
    model.open().remove(file);
    if (random.nextInt(3) > 0) {
      release();
    }
  }

  /** Says that a file was closed, sometimes twice; not always the one that was closed first. */
  void release() {
    if (unreleased.isEmpty()) {
      return;
    }
    model.note("release");
    long handle = unreleased.remove(random.nextInt(unreleased.size()));
    volume.fs().release(handle).await();
    if (random.nextInt(6) == 0) {
      volume.restart();
      volume.fs().release(handle).await();
    }
  }

  /** A range, where the server can copy it; else it must be refused. */
  void copy() {
    Optional<Open> from = model.pick();
    Optional<Open> to = model.pick().filter(Open::writing);
    if (from.isEmpty() || to.isEmpty()) {
      return;
    }
    switch (random.nextInt(3)) {
      case 0 -> {
        publish(from.get());
        model.note("empty");
        Changes nothing = FileCalls.size(0);
        volume.fs().setattr(to.get().node(), nothing).await();
        to.get().file().truncate(0);
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
    byte[] content = from.file().content();
    int before = to.file().content().length;
    int offset = random.nextBoolean() ? 0 : random.nextInt(content.length + 1);
    int length = 1 + random.nextInt(content.length - offset + 9);
    int at = random.nextBoolean() ? before : random.nextInt(before + 9);
    model.note("copy %d at %d to %d".formatted(length, offset, at));
    try {
      long copied = volume.fs().copy(from.handle(), offset, to.handle(), at, length).await();
      model.note("copied");
      assertThat(copied).isEqualTo(Math.min(length, content.length - offset)).isPositive();
      assertThat(at).isLessThanOrEqualTo(before);
      copiedInto += before > 0 ? 1 : 0;
      to.file().write(at, Arrays.copyOfRange(content, offset, offset + (int) copied));
    } catch (FsException e) {
      assertThat(e.errno()).isEqualTo(Errno.ENOTSUP);
    }
  }

  /** All that are closed. */
  void releaseAll() {
    while (!unreleased.isEmpty()) {
      release();
    }
  }

  /** How many ranges were copied into files that had content. */
  int copiedInto() {
    return copiedInto;
  }
}
