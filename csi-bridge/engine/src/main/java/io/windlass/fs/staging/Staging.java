package io.windlass.fs.staging;

import io.windlass.fs.journal.BaseObject;
import io.windlass.fs.journal.DataFile;
import io.windlass.fs.journal.EventLog;
import io.windlass.fs.journal.RecordLog;
import io.windlass.fs.journal.StagedId;
import io.windlass.fs.journal.StagingEvent;
import io.windlass.fs.journal.StagingSpace;
import io.windlass.fs.journal.WriteException;
import io.windlass.fs.lock.WaitListener;
import io.windlass.fs.read.ReadEngine;
import io.windlass.fs.upload.Background;
import io.windlass.fs.upload.KeptProperties;
import io.windlass.fs.upload.PublishToken;
import io.windlass.fs.upload.TargetBucket;
import io.windlass.fs.upload.Transfers;
import io.windlass.fs.upload.UploadLedger;
import io.windlass.fs.upload.UploadNotes;
import io.windlass.linux.Errno;
import io.windlass.object.ObjectProperties;
import io.windlass.store.Capabilities;
import io.windlass.store.Feature;
import io.windlass.store.ObjectStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Staged files of one volume: those that are being written, in a directory on local disk that one
 * process uses at a time. Files that an earlier process left are staged again.
 */
public final class Staging implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Staging.class);
  private static final String LOG = ".log";
  private static final String DATA = ".data";

  /**
   * Suffix of the name of the file beside a staging directory that reserves disk space for what
   * must not fail.
   */
  public static final String RESERVE = ".kept";

  private final Path directory;
  private final WriteSettings settings;
  private final Quota quota;
  private final WaitListener waiting;
  private final StagingSpace room;
  private final Map<StagedId, StagedFile> files = new ConcurrentHashMap<>();

  /** Files whose journals are being made. */
  private final Set<StagedId> beginning = ConcurrentHashMap.newKeySet();

  private final Transfers transfers;
  private final Background background;
  private final TargetBucket bucket;
  private final PartPlan partPlan;
  private final CopyPlan copyPlan;
  private final BaseObjects objects;
  private final PublishQueue queue;
  private volatile Consumer<StagedFile> listener = _ -> {};
  private volatile Consumer<StagedFile> conflicts = _ -> {};

  private final StagedFile.Owner owner =
      new StagedFile.Owner() {
        @Override
        public void published(StagedFile file) {
          listener.accept(file);
        }

        @Override
        public void keepAside(StagedFile file) {
          try {
            Path kept =
                new StagingDirectory(directory).keepAside(file.key(), file.path(), Instant.now());
            log.warn(
                "another client changed {}; what was written here is kept as {}", file.key(), kept);
          } catch (IOException e) {
            log.error("another client changed {}; what was written here is lost", file.key(), e);
          }
        }

        @Override
        public void remove(StagedFile file) {
          files.remove(file.id(), file);
          room.keep();
        }
      };

  private Staging(
      Path directory,
      ObjectStore store,
      String source,
      Capabilities capabilities,
      ReadEngine engine,
      WriteSettings settings,
      Quota quota,
      WaitListener waiting,
      LongSupplier clock,
      LongSupplier time) {
    this.directory = directory;
    boolean whole = isSentWhole(capabilities);
    this.settings = whole ? settings.sendingWhole(capabilities.maxPutBytes()) : settings;
    this.quota = quota;
    this.waiting = waiting;
    this.transfers = new Transfers(settings.parallelParts(), settings.timeout(), waiting, clock);
    this.background =
        new Background(
            settings.parallelParts(), settings.retryFirst(), settings.retryMost(), clock);
    this.queue = new PublishQueue(background, this::conflicted);
    this.room =
        new StagingSpace(
            directory.resolveSibling(directory.getFileName() + RESERVE),
            directory.toFile()::getUsableSpace,
            settings.maxStagingBytes(),
            () -> files.values().forEach(StagedFile::dropClean));
    UploadLedger uploads =
        new UploadLedger(
            new UploadNotes(directory, room),
            store,
            background,
            settings.lateness(),
            time,
            this::isUpload);
    this.bucket =
        new TargetBucket(
            store, capabilities, uploads, new KeptProperties(store, settings.dropsTags()));
    // What is made of ranges is completed as an upload.
    boolean copiesRanges = !whole && store.rangeCopies().isPresent();
    this.partPlan = new PartPlan(capabilities, copiesRanges, this.settings);
    this.copyPlan = new CopyPlan(capabilities, copiesRanges, this.settings);
    this.objects = new BaseObjects(engine, store, source, settings.readTimeout());
  }

  /**
   * Returns whether each file is sent in one request: where a put has conditions, and the
   * completion of an upload has none, two writers of one file would undo each other's work.
   */
  private static boolean isSentWhole(Capabilities store) {
    return !store.has(Feature.COMPLETE_CONDITIONAL)
        && store.has(Feature.PUT_IF_ABSENT)
        && store.has(Feature.PUT_IF_MATCH);
  }

  /**
   * Opens a staging directory; creates it, accessible to its owner alone, if it does not exist.
   *
   * @param source name of the store, distinct among all stores that the process reads from
   * @param quota counts all growth of the volume
   * @param waiting is told who waits for a file that another thread has, or for a turn to send
   * @param clock counts nanoseconds, for the time limits of threads that wait
   * @throws UncheckedIOException if the directory cannot be used
   */
  public static Staging open(
      Path directory,
      ObjectStore store,
      String source,
      Capabilities capabilities,
      ReadEngine engine,
      WriteSettings settings,
      Quota quota,
      WaitListener waiting,
      LongSupplier clock) {
    return open(
        directory,
        store,
        source,
        capabilities,
        engine,
        settings,
        quota,
        waiting,
        clock,
        System::nanoTime);
  }

  /**
   * Opens a staging directory.
   *
   * @param time counts nanoseconds, for the time that requests of others may be under way
   */
  static Staging open(
      Path directory,
      ObjectStore store,
      String source,
      Capabilities capabilities,
      ReadEngine engine,
      WriteSettings settings,
      Quota quota,
      WaitListener waiting,
      LongSupplier clock,
      LongSupplier time) {
    try {
      Files.createDirectories(
          directory,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      Staging staging =
          new Staging(
              directory,
              store,
              source,
              capabilities,
              engine,
              settings,
              quota,
              waiting,
              clock,
              time);
      staging.room.keep();
      try {
        staging.recover();
      } catch (IOException | RuntimeException e) {
        staging.stop();
        throw e;
      }
      return staging;
    } catch (IOException e) {
      throw new UncheckedIOException(
          "files cannot be staged in %s: %s".formatted(directory, e.getMessage()), e);
    }
  }

  private void recover() throws IOException {
    List<Path> found;
    try (Stream<Path> all = Files.list(directory)) {
      found = all.toList();
    }
    for (Path path : found) {
      if (path.getFileName().toString().endsWith(LOG)) {
        Optional<StagedFile> file = recovered(path);
        file.ifPresent(known -> files.put(known.id(), known));
      }
    }
    bucket.uploads().recover();
    for (Path path : found) {
      String name = path.getFileName().toString();
      boolean data = name.endsWith(DATA) && !Files.exists(logFile(name.replace(DATA, "")));
      if (data || name.endsWith(RecordLog.DRAFT) || SendingBytes.isBeside(path)) {
        Files.deleteIfExists(path);
      }
    }
  }

  private Optional<StagedFile> recovered(Path path) throws IOException {
    String name = path.getFileName().toString().replace(LOG, "");
    StateReader reader = new StateReader(settings.timeStamp());
    EventLog events = EventLog.open(path, reader);
    try {
      if (reader.state().isEmpty()) {
        events.close();
        Files.delete(path);
        return Optional.empty();
      }
      DataFile data = DataFile.open(data(name));
      return Optional.of(file(path, data, events, reader.state().get()));
    } catch (IOException e) {
      events.close();
      throw e;
    }
  }

  private StagedFile file(Path journal, DataFile data, EventLog events, StagedState state) {
    StagedContent content =
        new StagedContent(room, settings.maxHoleBytes(), quota, journal, data, events, state);
    OverlayReader reader = new OverlayReader(objects, content);
    BaseFetcher fetcher = new BaseFetcher(content, reader);
    Uploader uploader = new Uploader(bucket, transfers, partPlan, content, fetcher);
    Publisher publisher = new Publisher(bucket, transfers, settings, content, fetcher, uploader);
    return new StagedFile(
        owner,
        transfers,
        bucket.capabilities().maxObjectBytes(),
        new FileLocks(content, settings.timeout(), waiting),
        content,
        reader,
        fetcher,
        uploader,
        publisher,
        new ServerCopy(bucket, transfers, copyPlan, content, uploader, publisher));
  }

  private boolean isUpload(String id) {
    return files.values().stream().anyMatch(file -> file.upload().equals(Optional.of(id)));
  }

  private Path logFile(String name) {
    return directory.resolve(name + LOG);
  }

  private Path data(String name) {
    return directory.resolve(name + DATA);
  }

  /** Returns all staged files, including those that an earlier process left. */
  public List<StagedFile> files() {
    return List.copyOf(files.values());
  }

  /** Stages a new file, which is not in the bucket yet; it is dirty. */
  public StagedFile create(
      StagedId id,
      String key,
      Map<String, String> metadata,
      ObjectProperties properties,
      Instant modified) {
    return begin(
        new StagingEvent.Begun(
            id, key, Optional.empty(), Map.copyOf(metadata), modified, Optional.of(properties)));
  }

  /**
   * Stages an object that is about to be changed; the file is clean.
   *
   * @param properties all that the object has; empty: they are read when the file is published
   */
  public StagedFile over(StagedId id, BaseObject base, Optional<ObjectProperties> properties) {
    BaseObject plain =
        new BaseObject(
            base.key(),
            base.revision(),
            base.size(),
            base.modified(),
            PublishToken.unmarked(base.metadata()));
    return begin(
        new StagingEvent.Begun(
            id,
            base.key(),
            Optional.of(plain),
            plain.metadata(),
            base.modified(),
            properties.filter(ObjectProperties::whole)));
  }

  private StagedFile begin(StagingEvent.Begun begun) {
    if (!beginning.add(begun.id())) {
      throw stagedAlready(begun);
    }
    try {
      if (files.containsKey(begun.id())) {
        throw stagedAlready(begun);
      }
      StagedFile file = begun(begun);
      files.put(begun.id(), file);
      return file;
    } catch (IOException e) {
      throw WriteException.of(begun.key(), e);
    } finally {
      beginning.remove(begun.id());
    }
  }

  private static WriteException stagedAlready(StagingEvent.Begun begun) {
    return new WriteException(Errno.EEXIST, begun.key() + " is staged already");
  }

  private StagedFile begun(StagingEvent.Begun begun) throws IOException {
    String name = begun.id().fileName();
    DataFile data = DataFile.open(data(name));
    try {
      EventLog events = EventLog.create(logFile(name), List.of(begun));
      return file(logFile(name), data, events, new StagedState(begun, settings.timeStamp()));
    } catch (IOException e) {
      try (data) {
        Files.deleteIfExists(data.path());
      } catch (IOException more) {
        e.addSuppressed(more);
      }
      throw e;
    }
  }

  /** Returns the runner for other work of the volume that is repeated until it succeeds. */
  public Background background() {
    return background;
  }

  /**
   * Publishes the file in the background; repeats that until it succeeds.
   *
   * @return false if the file is waiting for that already
   */
  public boolean publishLater(StagedFile file) {
    return queue.add(file);
  }

  /**
   * Publishes all staged files, for at most {@code patience}. Files that are not published by then
   * stay staged, and the log says where.
   */
  public void publishAll(Duration patience) {
    files.values().stream().filter(file -> file.view().dirty()).forEach(this::publishLater);
    try {
      if (queue.awaitEmpty(patience)) {
        return;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    log.error(
        "{} files that were written could not be published; the next mount publishes them from {}",
        files.values().stream().filter(file -> file.view().dirty()).count(),
        directory);
  }

  /** Sets the listener that is called with each file that was published. */
  public void onPublished(Consumer<StagedFile> told) {
    listener = told;
  }

  /** Sets the listener that is called with each file that met a newer object, and is not sent. */
  public void onConflict(Consumer<StagedFile> told) {
    conflicts = told;
  }

  private void conflicted(StagedFile file) {
    conflicts.accept(file);
  }

  /** Returns the directory. */
  public Path directory() {
    return directory;
  }

  /** Returns the changes of all files that the bucket does not have. */
  public UnpublishedChanges unpublished() {
    return UnpublishedChanges.of(
        files.values().stream().flatMap(file -> file.unpublished().stream()).toList(),
        queue.longest());
  }

  /** Returns the number of bytes that the staged files take on disk. */
  public long usedBytes() {
    return room.used();
  }

  /** Returns the ledger through which everything is done that may leave an upload in the bucket. */
  public UploadLedger uploads() {
    return bucket.uploads();
  }

  Transfers transfers() {
    return transfers;
  }

  /** Stops; staged files stay for the next process. */
  @Override
  public void close() {
    bucket.uploads().finish();
    stop();
  }

  /** Stops at once, as if the process died. */
  void stop() {
    background.close();
    if (files.isEmpty()) {
      room.release();
    }
    files.values().forEach(StagedFile::close);
    files.clear();
  }
}
