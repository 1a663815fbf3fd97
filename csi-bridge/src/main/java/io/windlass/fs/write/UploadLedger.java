package io.windlass.fs.write;

import io.windlass.store.Condition;
import io.windlass.store.CopyOptions;
import io.windlass.store.CopySource;
import io.windlass.store.ObjectInfo;
import io.windlass.store.ObjectStore;
import io.windlass.store.PutOptions;
import io.windlass.store.StoreException;
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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sees to it that no upload is left over in the bucket: a small file in the staging directory says
 * which is to be aborted, or is about to be started, until that is settled.
 */
public final class UploadLedger {
  private static final Logger LOG = LoggerFactory.getLogger(UploadLedger.class);
  private static final String SUFFIX = ".upload";

  /** How wrong the clocks of server and node may be about when an upload was started. */
  private static final Duration SKEW = Duration.ofMinutes(15);

  private final Path directory;
  private final ObjectStore store;
  private final Background background;
  private final RoomKeeper room;
  private final Duration lateness;
  private final Predicate<String> known;

  /** Keys of which uploads are being started by this process, and how many. */
  private final Map<String, Integer> starting = new ConcurrentHashMap<>();

  /** Notes of starts that failed, or were cut off. */
  private final Map<Path, Line> sweeping = new ConcurrentHashMap<>();

  /** {@code known}: whether an upload of this id is one that goes on. */
  UploadLedger(
      Path directory,
      ObjectStore store,
      Background background,
      RoomKeeper room,
      Duration lateness,
      Predicate<String> known) {
    this.room = room;
    this.lateness = lateness;
    this.known = known;
    this.directory = directory;
    this.store = store;
    this.background = background;
  }

  /** What a file says; an empty id: an upload of this key may have been started since. */
  private record Line(String key, String id, Instant since) {}

  /**
   * Has the server copy an object, in one request or, where that is conditional, by an upload.
   *
   * @throws StoreException as the store does
   * @throws WriteException if it cannot be noted
   */
  public ObjectInfo copy(CopySource source, String key, CopyOptions options) {
    if (options.condition() instanceof Condition.Always) {
      return store.copy(source, key, options);
    }
    return this.<Supplier<ObjectInfo>>start(
            key,
            () -> {
              try {
                ObjectInfo made = store.copy(source, key, options);
                return () -> made;
              } catch (StoreException.PreconditionFailed | StoreException.NotFound e) {
                // That leaves no upload.
                return failure(e);
              }
            })
        .get();
  }

  /**
   * Makes an object by an upload, which is over when this returns, whatever happens.
   *
   * @param complete sends the parts and completes the upload; if it fails, that is aborted
   * @throws StoreException as the store and {@code complete} do
   * @throws WriteException if it cannot be noted
   */
  public ObjectInfo upload(String key, PutOptions options, Function<Upload, ObjectInfo> complete) {
    return this.<Supplier<ObjectInfo>>start(
            key,
            () -> {
              Upload upload = store.startUpload(key, options);
              try {
                ObjectInfo made = complete.apply(upload);
                return () -> made;
              } catch (RuntimeException e) {
                abort(upload, () -> {});
                return failure(e);
              }
            })
        .get();
  }

  /** What failed in such a way that no upload is left. */
  private static Supplier<ObjectInfo> failure(RuntimeException e) {
    return () -> {
      throw e;
    };
  }

  /**
   * Starts an upload of a key, and has it known elsewhere or sees to its end. If that fails or is
   * cut off, the upload is found by its key and aborted, if need be by the next process.
   */
  <T> T start(String key, Supplier<T> start) {
    Line line = new Line(key, "", Instant.now());
    Path note = write(line);
    starting.merge(key, 1, Integer::sum);
    boolean done = false;
    try {
      T started = start.get();
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
  void abort(Upload upload, Runnable inFlight) {
    Path note = write(new Line(upload.key(), upload.id(), Instant.now()));
    background.repeat(
        "abort an upload of " + upload.key(),
        () -> {
          inFlight.run();
          store.abortUpload(upload);
          return settled(note);
        });
  }

  private boolean settled(Path note) {
    sweeping.remove(note);
    try {
      Files.deleteIfExists(note);
    } catch (IOException e) {
      // Aborting again does no harm.
    }
    return true;
  }

  private Path write(Line line) {
    try {
      byte[] bytes = bytes(line);
      Path note = directory.resolve(UUID.randomUUID() + SUFFIX);
      try {
        return Files.write(note, bytes);
      } catch (IOException e) {
        if (!room.release()) {
          throw e;
        }
        return Files.write(note, bytes);
      }
    } catch (IOException e) {
      throw WriteException.of(line.key, e);
    }
  }

  private static byte[] bytes(Line line) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeUTF(line.key);
      out.writeUTF(line.id);
      out.writeLong(line.since.toEpochMilli());
    }
    return bytes.toByteArray();
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

  /**
   * Aborts what a note is about; and once more when no request of its author's can be on its way
   * any longer, to start an upload or with a part of one. More looks would only meet more uploads
   * of other nodes, which had to begin anew.
   */
  private void sweep(Path note, Line line) {
    sweeping.put(note, line);
    long since = System.nanoTime();
    AtomicBoolean looked = new AtomicBoolean();
    background.repeat(
        "abort uploads of " + line.key,
        () -> {
          boolean last = System.nanoTime() - since > lateness.toNanos();
          if (last || !looked.get()) {
            try {
              looked.set(look(line));
            } catch (StoreException.PermissionDenied e) {
              return givenUp(note, line, e);
            }
          }
          return last && looked.get() && settled(note);
        });
  }

  /** Nobody can limit the right to list uploads to a folder, so a key for a folder lacks it. */
  private boolean givenUp(Path note, Line line, StoreException.PermissionDenied reason) {
    LOG.atWarn()
        .addKeyValue("key", line.key)
        .addKeyValue("why", reason.getMessage())
        .log("An upload may be left over; a rule AbortIncompleteMultipartUpload sees to that");
    return settled(note);
  }

  /** Whether all that was found is aborted. */
  private boolean look(Line line) {
    List<Upload> found = find(line);
    if (starting.containsKey(line.key)) {
      // One of those may be just that.
      return false;
    }
    found.stream().filter(upload -> !known.test(upload.id())).forEach(store::abortUpload);
    return true;
  }

  /** Looks at once where a look was to come, for there may be no next process. */
  void finish() {
    try {
      sweeping.forEach((note, line) -> {
        if (look(line)) {
          settled(note);
        }
      });
    } catch (StoreException e) {
      LOG.atDebug().setCause(e).log("The next process looks for uploads");
    }
  }

  private List<Upload> find(Line line) {
    if (!line.id.isEmpty()) {
      return List.of(new Upload(line.key, line.id, Optional.empty()));
    }
    Instant since = line.since.minus(SKEW);
    return store.uploadsOf(line.key).stream()
        .filter(upload -> upload.started().stream().allMatch(at -> at.isAfter(since)))
        .toList();
  }
}
