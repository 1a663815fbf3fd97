package io.windlass.fs.write;

import io.windlass.fs.write.UploadNotes.Note;
import io.windlass.store.Condition;
import io.windlass.store.CopyOptions;
import io.windlass.store.CopyResult;
import io.windlass.store.CopySource;
import io.windlass.store.DriverException;
import io.windlass.store.ObjectInfo;
import io.windlass.store.ObjectStore;
import io.windlass.store.Upload;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sees to it that no upload is left over in the bucket: it is noted which is to be aborted, or is
 * about to be started, until that is settled.
 */
public final class UploadLedger {
  private static final Logger LOG = LoggerFactory.getLogger(UploadLedger.class);

  /** How wrong the clocks of server and node may be about when an upload was started. */
  private static final Duration SKEW = Duration.ofMinutes(15);

  /** Whoever unmounts does not wait longer than that for one look more to begin. */
  private static final Duration FINISHING = Duration.ofSeconds(5);

  private final UploadNotes notes;
  private final ObjectStore store;
  private final Background background;
  private final Duration lateness;
  private final Predicate<String> known;

  /** Keys of which uploads are being started by this process, and how many. */
  private final Map<String, Integer> starting = new ConcurrentHashMap<>();

  /** Of what failed, or was cut off. */
  private final Set<Note> sweeping = ConcurrentHashMap.newKeySet();

  /**
   * @param lateness how long after its sender died, or gave up, a server may still do a request
   * @param known whether an upload of this id is one that goes on
   */
  UploadLedger(
      UploadNotes notes,
      ObjectStore store,
      Background background,
      Duration lateness,
      Predicate<String> known) {
    this.notes = notes;
    this.store = store;
    this.background = background;
    this.lateness = lateness;
    this.known = known;
  }

  /**
   * Has the server copy an object, in one request or, where that is conditional, by an upload.
   *
   * @throws DriverException as the store does
   * @throws WriteException if it cannot be noted
   */
  public CopyResult copy(CopySource source, String key, CopyOptions options) {
    if (options.condition() instanceof Condition.Always) {
      return store.copy(source, key, options);
    }
    return this.<Supplier<CopyResult>>start(
            key,
            told -> {
              try {
                CopyResult made = store.copy(source, key, options, told);
                return () -> made;
              } catch (DriverException.PreconditionFailed | DriverException.NotFound e) {
                // That leaves no upload.
                return failure(e);
              }
            })
        .get();
  }

  /**
   * Makes an object by an upload, which is over when this returns, whatever happens.
   *
   * @param begin starts the upload
   * @param complete sends the parts and completes the upload; if it fails, that is aborted
   * @throws DriverException as the store and {@code complete} do
   * @throws WriteException if it cannot be noted
   */
  public ObjectInfo upload(
      String key, Supplier<Upload> begin, Function<Upload, ObjectInfo> complete) {
    return this.<Supplier<ObjectInfo>>start(
            key,
            told -> {
              Upload upload = begin.get();
              try {
                told.accept(upload);
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
  private static <T> Supplier<T> failure(RuntimeException e) {
    return () -> {
      throw e;
    };
  }

  /**
   * Starts an upload of a key, and has it known elsewhere or sees to its end. If that fails or is
   * cut off, the upload is aborted, if need be by the next process.
   *
   * @param start may tell which upload it has started: otherwise that is found by its key, which
   *     not every credential may look for
   */
  <T> T start(String key, Function<Consumer<Upload>, T> start) {
    AtomicReference<Note> note = new AtomicReference<>(notes.start(key));
    starting.merge(key, 1, Integer::sum);
    boolean done = false;
    try {
      T started =
          start.apply(upload -> notes.delete(note.getAndSet(notes.end(key, upload.state()))));
      done = settled(note.get());
      return started;
    } finally {
      starting.computeIfPresent(key, (_, count) -> count == 1 ? null : count - 1);
      if (!done) {
        // The server may have started one all the same.
        sweep(note.get());
      }
    }
  }

  /** Has an upload aborted after {@code inFlight} has ended, whatever happens. */
  void abort(Upload upload, Runnable inFlight) {
    Note note = notes.end(upload.key(), upload.state());
    background.repeat(
        "abort an upload of " + upload.key(),
        () -> {
          inFlight.run();
          store.uploads().abort(upload);
          return settled(note);
        });
  }

  private boolean settled(Note note) {
    sweeping.remove(note);
    notes.delete(note);
    return true;
  }

  /** Settles what an earlier process left. */
  void recover() throws IOException {
    notes.all().forEach(this::sweep);
  }

  /**
   * Aborts what a note is about; and once more when no request of its author's can be on its way
   * any longer, to start an upload or with a part of one. More looks would only meet more uploads
   * of other nodes, which had to begin anew.
   */
  private void sweep(Note note) {
    sweeping.add(note);
    long since = System.nanoTime();
    AtomicBoolean looked = new AtomicBoolean();
    background.repeat(
        "abort uploads of " + note.key(),
        () -> {
          boolean last = System.nanoTime() - since > lateness.toNanos();
          if (last || !looked.get()) {
            try {
              looked.set(look(note));
            } catch (DriverException.PermissionDenied e) {
              return givenUp(note, e);
            }
          }
          return last && looked.get() && settled(note);
        });
  }

  /** Nobody can limit the right to list uploads to a folder, so a key for a folder lacks it. */
  private boolean givenUp(Note note, DriverException.PermissionDenied reason) {
    LOG.atWarn()
        .addKeyValue("key", note.key())
        .addKeyValue("why", reason.getMessage())
        .log("An upload may be left over; a rule AbortIncompleteMultipartUpload sees to that");
    return settled(note);
  }

  /** Whether all that was found is aborted. */
  private boolean look(Note note) {
    List<Upload> found = find(note);
    if (starting.containsKey(note.key())) {
      // One of those may be just that.
      return false;
    }
    found.stream().filter(upload -> !known.test(upload.state())).forEach(store.uploads()::abort);
    return true;
  }

  private List<Upload> find(Note note) {
    if (note.state().isPresent()) {
      return List.of(new Upload(note.key(), note.state().get(), Optional.empty()));
    }
    Instant since = note.since().minus(SKEW);
    return store.uploads().of(note.key()).stream()
        .filter(upload -> upload.started().stream().allMatch(at -> at.isAfter(since)))
        .toList();
  }

  /** Looks at once where a look was to come, for there may be no next process. */
  void finish() {
    long since = System.nanoTime();
    try {
      for (Note note : sweeping) {
        if (System.nanoTime() - since < FINISHING.toNanos() && look(note)) {
          settled(note);
        }
      }
    } catch (DriverException e) {
      LOG.atDebug().setCause(e).log("The next process looks for uploads");
    }
  }
}
