package io.windlass.fs;

import io.windlass.fs.read.FileReader;
import io.windlass.fs.read.ObjectVersion;
import io.windlass.fs.read.ReadEngine;
import io.windlass.fs.read.ReadSlices;
import io.windlass.store.Errno;
import io.windlass.store.ObjectStore;
import io.windlass.store.StoreException;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The files that are open. Of a handle that an earlier process opened, reading just goes on. */
final class OpenFiles implements AutoCloseable {
  private final ObjectStore store;
  private final String source;
  private final VolumeOptions options;
  private final HandleTable handles;
  private final Tree tree;
  private final Metadata metadata;
  private final ReadEngine engine;
  private final Map<Long, FileReader> readers = new ConcurrentHashMap<>();

  OpenFiles(
      ObjectStore store,
      String source,
      VolumeOptions options,
      HandleTable handles,
      Tree tree,
      Metadata metadata,
      ReadEngine engine) {
    this.store = store;
    this.source = source + "/" + store.bucket();
    this.options = options;
    this.handles = handles;
    this.tree = tree;
    this.metadata = metadata;
    this.engine = engine;
  }

  /** The handle that a request which comes again was answered with, if it was. */
  Optional<OpenFile> openedBy(Inode node, RequestId request) {
    return request.repeated()
        ? handles
            .openedBy(node.id(), request.number())
            .map(handle -> new OpenFile(handle.id(), true, false))
        : Optional.empty();
  }

  OpenFile open(Inode node, Facts facts, int flags, RequestId request) {
    HandleTable.Handle handle =
        handles.add(
            new HandleTable.Handle(
                0,
                node.id(),
                facts.etag(),
                facts.size(),
                facts.modified().toEpochMilli(),
                flags,
                request.number()));
    // A node is one version of an object, so what was read of it stays right.
    return new OpenFile(handle.id(), true, false);
  }

  /** What fstat shows of an open file: the version that was opened. */
  Optional<Known> opened(long id, Look look) {
    return handles
        .get(id)
        .filter(handle -> !handle.isDirectory())
        .map(handle -> {
          Inode node = tree.node(handle.node());
          Facts facts =
              metadata
                  .cached(tree.path(node))
                  .flatMap(Entry::file)
                  .filter(known -> known.etag().equals(handle.etag()))
                  .orElseGet(() ->
                      new Facts(
                          handle.size(),
                          handle.etag(),
                          Instant.ofEpochMilli(handle.modified()),
                          Optional.empty()));
          return new Known(look.file(node.ino(), facts), options.metadataTtl());
        });
  }

  Answer<ReadSlices> read(long id, long offset, int size) {
    FileReader reader = readers.computeIfAbsent(id, this::reader);
    Optional<ReadSlices> there = reader.tryRead(offset, size);
    return there.isPresent()
        ? Answer.now(there.get())
        : Answer.later(() -> read(reader, offset, size));
  }

  private ReadSlices read(FileReader reader, long offset, int size) {
    try {
      return reader.read(offset, size);
    } catch (StoreException.PreconditionFailed e) {
      metadata.forget(reader.object().key());
      throw e;
    }
  }

  private FileReader reader(long id) {
    HandleTable.Handle handle =
        handles
            .get(id)
            .filter(found -> !found.isDirectory())
            .orElseThrow(() -> new FsException(Errno.EBADF, "no open file " + id));
    String key = tree.path(tree.node(handle.node()));
    return engine.open(
        new ObjectVersion(store, source, key, handle.etag(), handle.size()), options.readTimeout());
  }

  void release(long id) {
    handles.remove(id);
    FileReader reader = readers.remove(id);
    if (reader != null) {
      reader.close();
    }
  }

  @Override
  public void close() {
    readers.values().forEach(FileReader::close);
    readers.clear();
  }
}
