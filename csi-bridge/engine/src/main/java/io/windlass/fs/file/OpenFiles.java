package io.windlass.fs.file;

import io.windlass.error.DriverException;
import io.windlass.fs.Answer;
import io.windlass.fs.Done;
import io.windlass.fs.FsException;
import io.windlass.fs.Known;
import io.windlass.fs.OpenFile;
import io.windlass.fs.RequestId;
import io.windlass.fs.VolumeOptions;
import io.windlass.fs.inode.HandleTable;
import io.windlass.fs.inode.Inode;
import io.windlass.fs.journal.BaseObject;
import io.windlass.fs.journal.WriteException;
import io.windlass.fs.listing.Metadata;
import io.windlass.fs.listing.PathEntry;
import io.windlass.fs.open.OpenWrites;
import io.windlass.fs.posix.ObjectStat;
import io.windlass.fs.posix.StatMapper;
import io.windlass.fs.read.FileReader;
import io.windlass.fs.read.FirstReads;
import io.windlass.fs.read.ObjectVersion;
import io.windlass.fs.read.ReadEngine;
import io.windlass.fs.read.ReadSlices;
import io.windlass.fs.staging.StagedFile;
import io.windlass.fs.tree.Tree;
import io.windlass.linux.Errno;
import io.windlass.store.ObjectStore;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Open files, and reading through their handles. Handles that an earlier process opened work on. If
 * a node has a staged file, all its handles read that.
 */
public final class OpenFiles implements AutoCloseable {

  private static final int CREATE = 0100;
  private static final int TRUNCATE = 01000;

  private final ObjectStore store;
  private final String source;
  private final VolumeOptions options;
  private final HandleTable handles;
  private final Tree tree;
  private final Metadata metadata;
  private final OpenWrites openWrites;
  private final ReadEngine engine;
  private final FirstReads firstReads;
  private final Map<Long, Open> open = new ConcurrentHashMap<>();

  public OpenFiles(
      ObjectStore store,
      String source,
      VolumeOptions options,
      HandleTable handles,
      Tree tree,
      Metadata metadata,
      OpenWrites openWrites,
      ReadEngine engine,
      FirstReads firstReads) {
    this.store = store;
    this.source = source + "/" + store.bucket();
    this.options = options;
    this.handles = handles;
    this.tree = tree;
    this.metadata = metadata;
    this.openWrites = openWrites;
    this.engine = engine;
    this.firstReads = firstReads;
  }

  /** State of a handle in this process. */
  private record Open(long node, int flags, Reading reading) {}

  /** Returns the answer to a repeated request that has opened a handle already; else empty. */
  public Optional<Answer<OpenFile>> openedBy(Inode node, RequestId request) {
    return request.repeated()
        ? handles.openedBy(node.id(), request.number()).map(handle -> opened(node, handle))
        : Optional.empty();
  }

  private Answer<OpenFile> opened(Inode node, HandleTable.Handle handle) {
    OpenFile file = new OpenFile(handle.id(), true, HandleTable.isWriting(handle.flags()));
    return (handle.flags() & TRUNCATE) == 0
        ? Answer.now(file)
        : Answer.later(() -> {
          openWrites.ofNode(node.id()).ifPresent(own -> cut(own, handle.flags()));
          return file;
        });
  }

  /**
   * Opens a handle of the version in {@code stat}. The caller holds the node's lock or uses its
   * staged file.
   */
  public OpenFile open(Inode node, ObjectStat stat, int flags, RequestId request) {
    HandleTable.Handle handle =
        handles.add(
            new HandleTable.Handle(
                0,
                node.id(),
                stat.revision(),
                stat.size(),
                stat.modified().toEpochMilli(),
                flags,
                request.number()));
    // The kernel may keep what it has cached: a node stands for one version of an object and the
    // changes made to it here.
    return new OpenFile(handle.id(), true, HandleTable.isWriting(flags));
  }

  /**
   * Opens a handle of a staged file that the caller uses. May wait for others who change the file.
   */
  public OpenFile open(Inode node, StagedFile file, int flags, RequestId request) {
    // The handle first: the next process would publish a staged file that was changed and has no
    // handle.
    OpenFile opened = open(node, ObjectStat.of(file.view()), flags, request);
    try {
      cut(file, flags);
    } catch (WriteException e) {
      release(opened.handle()).await();
      throw e;
    }
    return opened;
  }

  private static void cut(StagedFile file, int flags) {
    if ((flags & TRUNCATE) != 0) {
      file.truncate(0, Instant.now());
    }
  }

  /**
   * Returns the attributes of an open file for fstat: those of its staged file, or else of the
   * version that was opened.
   */
  public Optional<Known> opened(long id, StatMapper statMapper) {
    return handles
        .get(id)
        .filter(handle -> !handle.isDirectory())
        .map(handle -> {
          Inode node = tree.node(handle.node());
          ObjectStat stat =
              openWrites
                  .ofNode(node.id())
                  .map(own -> ObjectStat.of(own.view()))
                  .orElseGet(() ->
                      metadata
                          .cached(tree.path(node))
                          .flatMap(PathEntry::file)
                          .filter(known -> known.revision().equals(handle.revision()))
                          .orElseGet(() ->
                              new ObjectStat(
                                  handle.size(),
                                  handle.revision(),
                                  Instant.ofEpochMilli(handle.modified()),
                                  Optional.empty(),
                                  Optional.empty())));
          return new Known(statMapper.file(node.ino(), stat), options.metadataTtl());
        });
  }

  /** Returns how many bytes of a node are buffered by its open handles. */
  long buffered(long node) {
    return open.values().stream()
        .filter(file -> file.node == node)
        .mapToLong(file -> file.reading.buffered())
        .sum();
  }

  /** Returns how many bytes of the object of a file the cache on disk has, if that is known. */
  OptionalLong onDisk(Inode node, ObjectStat stat) {
    long size =
        openWrites.ofNode(node.id()).map(own -> own.baseSize().orElse(0)).orElse(stat.size());
    return engine.onDisk(new ObjectVersion(store, source, tree.path(node), stat.revision(), size));
  }

  public Answer<ReadSlices> read(long id, long offset, int size) {
    Open file = get(id);
    Optional<StagedFile> own = openWrites.ofNode(file.node);
    if (own.isPresent()) {
      return own.get()
          .tryRead(offset, size)
          .map(Answer::now)
          .orElseGet(() -> Answer.later(() -> own.get().read(offset, size)));
    }
    FileReader reader = file.reading.reader();
    return reader
        .tryRead(offset, size)
        .map(Answer::now)
        .orElseGet(() -> Answer.later(() -> read(reader, offset, size)));
  }

  private ReadSlices read(FileReader reader, long offset, int size) {
    try {
      return reader.read(offset, size);
    } catch (DriverException.PreconditionFailed e) {
      metadata.forget(reader.object().key());
      throw e;
    }
  }

  /**
   * Finds data or a hole in a file that is not staged: all of it is data, and its end is a hole.
   *
   * @return offset found; empty if {@code offset} is at or beyond the end
   */
  OptionalLong seek(long id, long offset, boolean hole) {
    long size = handles.get(id).orElseThrow(() -> closed(id)).size();
    return offset >= size ? OptionalLong.empty() : OptionalLong.of(hole ? size : offset);
  }

  private static FsException closed(long id) {
    return new FsException(Errno.EBADF, "no open file " + id);
  }

  /** Returns the id of the node of an open file. */
  long node(long id) {
    return get(id).node;
  }

  /** Returns the object of an open file, if the bucket has the whole content of the file. */
  Optional<BaseObject> object(long id) {
    Optional<StagedFile> own = openWrites.ofNode(get(id).node);
    if (own.isPresent()) {
      return own.get().object();
    }
    return handles
        .get(id)
        .filter(handle -> !handle.revision().isNone())
        .map(handle ->
            new BaseObject(
                tree.path(tree.node(handle.node())),
                handle.revision(),
                handle.size(),
                Instant.ofEpochMilli(handle.modified()),
                Map.of()));
  }

  /** Returns the staged file of an open file, if its handle is open for writing. */
  Optional<StagedFile> writing(long id) {
    Open file = get(id);
    return HandleTable.isWriting(file.flags) ? openWrites.ofNode(file.node) : Optional.empty();
  }

  /**
   * Returns the staged file of an open file, if closing the handle publishes it: the handle is open
   * for writing or has created the file.
   */
  Optional<StagedFile> publishing(long id) {
    Open file = get(id);
    return HandleTable.isWriting(file.flags) || (file.flags & CREATE) != 0
        ? openWrites.ofNode(file.node)
        : Optional.empty();
  }

  private Open get(long id) {
    return open.computeIfAbsent(id, this::find);
  }

  private Open find(long id) {
    HandleTable.Handle handle =
        handles.get(id).filter(found -> !found.isDirectory()).orElseThrow(() -> closed(id));
    return new Open(handle.node(), handle.flags(), new Reading(handle));
  }

  /**
   * Closes the handle at once. The answer may wait, because the staged file is then published later
   * or given up.
   */
  public Answer<Done> release(long id) {
    Optional<HandleTable.Handle> handle = handles.get(id);
    handles.remove(id);
    Open file = open.remove(id);
    if (file != null) {
      file.reading.close();
    }
    OptionalLong node =
        handle.stream()
            .mapToLong(HandleTable.Handle::node)
            .filter(closed -> openWrites.ofNode(closed).isPresent())
            .findAny();
    return node.isEmpty()
        ? Answer.now(Done.DONE)
        : Answer.later(() -> {
          openWrites.closed(node.getAsLong());
          return Done.DONE;
        });
  }

  /** Reader of a handle, opened when it is first used. */
  private final class Reading implements AutoCloseable {
    private final HandleTable.Handle handle;
    private Optional<FileReader> reader = Optional.empty();

    Reading(HandleTable.Handle handle) {
      this.handle = handle;
    }

    synchronized FileReader reader() {
      if (reader.isEmpty()) {
        String key = tree.path(tree.node(handle.node()));
        firstReads.read(key);
        reader =
            Optional.of(
                engine.open(
                    new ObjectVersion(store, source, key, handle.revision(), handle.size()),
                    options.readTimeout()));
      }
      return reader.get();
    }

    synchronized long buffered() {
      return reader.map(FileReader::buffered).orElse(0L);
    }

    @Override
    public synchronized void close() {
      reader.ifPresent(FileReader::close);
    }
  }

  @Override
  public void close() {
    open.values().forEach(file -> file.reading.close());
    open.clear();
  }
}
