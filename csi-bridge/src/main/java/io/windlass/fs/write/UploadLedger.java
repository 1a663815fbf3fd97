package io.windlass.fs.write;

import io.windlass.store.ObjectStore;
import io.windlass.store.Page;
import io.windlass.store.Upload;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Sees to it that no upload is left over in the bucket: a small file in the staging directory says
 * which is to be aborted, or is about to be started, until that is settled.
 */
final class UploadLedger {
  private static final String SUFFIX = ".upload";

  /** How wrong the clocks of server and node may be about when an upload was started. */
  private static final Duration SKEW = Duration.ofMinutes(15);

  private final Path directory;
  private final ObjectStore store;
  private final Background background;
  private final RoomKeeper room;
  private final Predicate<String> known;

  /** Keys of which uploads are being started by this process, and how many. */
  private final Map<String, Integer> starting = new ConcurrentHashMap<>();

  /** {@code known}: whether an upload of this id is one that goes on. */
  UploadLedger(
      Path directory,
      ObjectStore store,
      Background background,
      RoomKeeper room,
      Predicate<String> known) {
    this.room = room;
    this.known = known;
    this.directory = directory;
    this.store = store;
    this.background = background;
  }

  /** What a file says; an empty id: an upload of this key may have been started since. */
  private record Line(String key, String id, Instant since) {}

  /** What starts an upload, and has it known elsewhere when it is done. */
  interface Start<T> {
    T run() throws IOException;
  }

  /** Starts an upload of a key. If that is cut off, it is found and aborted by the next process. */
  <T> T start(String key, Start<T> start) throws IOException {
    Line line = new Line(key, "", Instant.now());
    Path note = write(line);
    starting.merge(key, 1, Integer::sum);
    boolean done = false;
    try {
      T started = start.run();
      done = settled(note);
      return started;
    } finally {
      starting.computeIfPresent(key, (_, count) -> count == 1 ? null : count - 1);
      if (!done) {
        // The server may have started one all the same.
        sweep(note, line);
      }
    }
  }

  /** Has an upload aborted after {@code inFlight} has ended, whatever happens. */
  void abort(Upload upload, Runnable inFlight) throws IOException {
    Path note = write(new Line(upload.key(), upload.id(), Instant.now()));
    background.repeat(
        "abort an upload of " + upload.key(),
        () -> {
          inFlight.run();
          store.abortUpload(upload);
          return settled(note);
        });
  }

  private static boolean settled(Path note) {
    try {
      Files.deleteIfExists(note);
    } catch (IOException e) {
      // Aborting again does no harm.
    }
    return true;
  }

  private Path write(Line line) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeUTF(line.key);
      out.writeUTF(line.id);
      out.writeLong(line.since.toEpochMilli());
    }
    Path note = directory.resolve(UUID.randomUUID() + SUFFIX);
    try {
      return Files.write(note, bytes.toByteArray());
    } catch (IOException e) {
      if (!room.release()) {
        throw e;
      }
      return Files.write(note, bytes.toByteArray());
    }
  }

  private static Optional<Line> read(Path note) {
    try (DataInputStream in =
        new DataInputStream(new ByteArrayInputStream(Files.readAllBytes(note)))) {
      return Optional.of(new Line(in.readUTF(), in.readUTF(), Instant.ofEpochMilli(in.readLong())));
    } catch (IOException e) {
      // Cut off: what it was to announce was never begun.
      return Optional.empty();
    }
  }

  /** Settles what an earlier process left. */
  void recover() throws IOException {
    List<Path> notes;
    try (Stream<Path> all = Files.list(directory)) {
      notes = all.filter(path -> path.getFileName().toString().endsWith(SUFFIX)).toList();
    }
    for (Path note : notes) {
      Optional<Line> line = read(note);
      if (line.isEmpty()) {
        Files.deleteIfExists(note);
      } else {
        sweep(note, line.get());
      }
    }
  }

  private void sweep(Path note, Line line) {
    background.repeat(
        "abort uploads of " + line.key,
        () -> {
          List<Upload> found = find(line);
          if (starting.containsKey(line.key)) {
            // One of those may be just that.
            return false;
          }
          found.stream().filter(upload -> !known.test(upload.id())).forEach(store::abortUpload);
          return settled(note);
        });
  }

  private List<Upload> find(Line line) {
    if (!line.id.isEmpty()) {
      return List.of(new Upload(line.key, line.id, Optional.empty()));
    }
    List<Upload> found = new ArrayList<>();
    Optional<String> token = Optional.empty();
    do {
      Page<Upload> page = store.listUploads(line.key, token);
      page.items().stream()
          .filter(upload -> upload.key().equals(line.key))
          .filter(upload ->
              upload.started().stream().allMatch(at -> at.isAfter(line.since.minus(SKEW))))
          .forEach(found::add);
      token = page.next();
    } while (token.isPresent());
    return found;
  }
}
