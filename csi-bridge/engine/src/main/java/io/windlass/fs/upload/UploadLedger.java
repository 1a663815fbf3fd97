package io.windlass.fs.upload;

import io.windlass.error.DriverException;
import io.windlass.fs.journal.WriteException;
import io.windlass.fs.upload.UploadNotes.Note;
import io.windlass.object.Condition;
import io.windlass.object.ObjectInfo;
import io.windlass.store.CopyOptions;
import io.windlass.store.CopyResult;
import io.windlass.store.CopySource;
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
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes sure that no upload is left over in the bucket. A note on disk records each upload that is
 * about to be started or has to be aborted, until that is settled.
 */
public final class UploadLedger {
  private static final Logger log = LoggerFactory.getLogger(UploadLedger.class);

  /**
   * Largest difference between the clocks of server and node, for the time when an upload started.
   */
  private static final Duration SKEW = Duration.ofMinutes(15);

  /** Time after which an unmount begins no further look for uploads. */
  private static final Duration FINISHING = Duration.ofSeconds(5);

  private final UploadNotes notes;
  private final ObjectStore store;
  private final Background background;
  private final Duration lateness;
  private final LongSupplier clock;
  private final Predicate<String> known;

  /** Number of uploads that this process is starting, by key. */
  private final Map<String, Integer> starting = new ConcurrentHashMap<>();

  /**
   * Notes of starts that failed or were cut off, until the uploads they may have left are aborted.
   */
  private final Set<Note> sweeping = ConcurrentHashMap.newKeySet();

  /**
   * Creates a ledger.
   *
   * @param lateness how long after its sender died or gave up a server may still carry out a
   *     request
   * @param clock counts nanoseconds
   * @param known whether an upload with this state goes on
   */
  public UploadLedger(
      UploadNotes notes,
      ObjectStore store,
      Background background,
      Duration lateness,
      LongSupplier clock,
      Predicate<String> known) {
    this.notes = notes;
    this.store = store;
    this.background = background;
    this.lateness = lateness;
    this.clock = clock;
    this.known = known;
  }

  /**
   * Copies an object on the server: by one request or, if the copy is conditional, perhaps by an
   * upload.
   *
   * @throws DriverException as the store does
   * @throws WriteException if the note cannot be written
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
                // Such a failure leaves no upload.
                return failure(e);
              }
            })
        .get();
  }

  /**
   * Makes an object by an upload, which has ended when this returns, or is aborted in the
   * background.
   *
   * @param begin starts the upload
   * @param complete sends the parts and completes the upload; if it fails, that is aborted
   * @param inFlight waits for parts that are still on their way then
   * @throws DriverException as the store and {@code complete} do
   * @throws WriteException if the note cannot be written
   */
  public ObjectInfo upload(
      String key,
      Supplier<Upload> begin,
      Function<Upload, ObjectInfo> complete,
      Runnable inFlight) {
    return this.<Supplier<ObjectInfo>>start(
            key,
            told -> {
              Upload upload = begin.get();
              try {
                told.accept(upload);
                ObjectInfo made = complete.apply(upload);
                return () -> made;
              } catch (RuntimeException e) {
                abort(upload, inFlight);
                return failure(e);
              }
            })
        .get();
  }

  /** Returns a result that throws the failure, for failures that leave no upload to look for. */
  private static <T> Supplier<T> failure(RuntimeException e) {
    return () -> {
      throw e;
    };
  }

  /**
   * Starts an upload of a key. If that fails or is cut off, the upload is aborted, if need be by
   * the next process.
   *
   * @param start starts the upload, and has recorded it elsewhere or ended it when it returns. It
   *     may pass the upload to the consumer that it is given; otherwise the upload is found by its
   *     key, which not every credential may list
   */
  public <T> T start(String key, Function<Consumer<Upload>, T> start) {
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

  /**
   * Aborts an upload in the background, after {@code inFlight} has waited for its parts; repeated
   * until it succeeds, if need be by the next process.
   */
  public void abort(Upload upload, Runnable inFlight) {
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

  /** Settles the notes that an earlier process left. */
  public void recover() throws IOException {
    notes.all().forEach(this::sweep);
  }

  /**
   * Aborts the uploads that a note may stand for: at once, and again when no request of the note's
   * author can be on its way any longer, neither to start an upload nor with a part of one. More
   * looks would only abort more uploads of other nodes, which would have to begin anew.
   */
  private void sweep(Note note) {
    sweeping.add(note);
    long since = clock.getAsLong();
    AtomicBoolean looked = new AtomicBoolean();
    background.repeat(
        "abort uploads of " + note.key(),
        () -> {
          boolean last = clock.getAsLong() - since > lateness.toNanos();
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

  /**
   * Drops a note because the credential may not list uploads. That right cannot be limited to a
   * folder, so a credential for a folder lacks it.
   */
  private boolean givenUp(Note note, DriverException.PermissionDenied reason) {
    log.warn(
        "an unfinished upload of {} may be left on the server, where a lifecycle rule"
            + " AbortIncompleteMultipartUpload removes it: {}",
        note.key(),
        reason.getMessage());
    return settled(note);
  }

  /**
   * Aborts the uploads that a note may stand for; returns false, and aborts none, if this process
   * is starting one of the same key.
   */
  private boolean look(Note note) {
    List<Upload> found = find(note);
    if (starting.containsKey(note.key())) {
      // The upload being started may be one of those found.
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

  /** Looks at once for the uploads of all open notes, because there may be no next process. */
  public void finish() {
    long since = clock.getAsLong();
    try {
      for (Note note : sweeping) {
        if (clock.getAsLong() - since < FINISHING.toNanos() && look(note)) {
          settled(note);
        }
      }
    } catch (DriverException e) {
      log.debug("unfinished uploads could not be listed; the next process looks for them", e);
    }
  }
}
