package io.windlass.fs;

import io.windlass.fs.read.ReadEngine;
import io.windlass.fs.read.ReadSlices;
import io.windlass.store.Errno;
import io.windlass.store.ObjectStore;
import io.windlass.store.StoreException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** A volume over a bucket. Reads only, as yet: whatever would change something is refused. */
public final class BucketFileSystem implements FileSystem {
  private static final int BLOCK = 4096;
  private static final long UNLIMITED = 1L << 60;
  private static final int ACCESS_MODE = 3;
  private static final int TRUNCATE = 01000;

  private final VolumeOptions options;
  private final StateDirectory state;
  private final Metadata metadata;
  private final Look look;
  private final Tree tree;
  private final Lookups lookups;
  private final OpenFiles files;
  private final Directories directories;
  private final Extras extras;

  private BucketFileSystem(
      ObjectStore store,
      String source,
      VolumeOptions options,
      StateDirectory state,
      ReadEngine engine,
      LongSupplier clock) {
    this.options = options;
    this.state = state;
    this.metadata = new Metadata(store, options, clock);
    // The root's version is the time at which the volume was first opened.
    Inode root = state.inodes().get(ROOT).orElseThrow();
    this.look = new Look(options, Instant.ofEpochMilli(root.version()));
    this.tree = new Tree(state.inodes(), options, look, metadata);
    this.lookups = new Lookups(store, options, metadata, tree);
    this.files = new OpenFiles(store, source, options, state.handles(), tree, metadata, engine);
    this.directories =
        new Directories(store, options, state.handles(), state.inodes(), tree, metadata);
    this.extras = new Extras(store, tree, look);
  }

  /**
   * Opens a volume.
   *
   * @param source names the store among all that the process reads from, the same in every process;
   *     what the cache on disk knows its blocks by
   * @param state directory of what outlives the process; one for each volume
   * @param engine shared by the volumes of the process; stays the caller's
   */
  public static BucketFileSystem open(
      ObjectStore store, String source, VolumeOptions options, Path state, ReadEngine engine) {
    return open(store, source, options, state, engine, System::nanoTime);
  }

  static BucketFileSystem open(
      ObjectStore store,
      String source,
      VolumeOptions options,
      Path state,
      ReadEngine engine,
      LongSupplier clock) {
    return new BucketFileSystem(store, source, options, StateDirectory.open(state), engine, clock);
  }

  @Override
  public VolumeOptions options() {
    return options;
  }

  @Override
  public Answer<Lookup> lookup(long parent, String name) {
    return checked(() -> lookups.lookup(parent, name));
  }

  @Override
  public void forget(long node, long lookups) {
    state.inodes().forget(node, lookups);
  }

  @Override
  public Answer<Known> getattr(long node, OptionalLong handle) {
    return checked(() -> {
      Optional<Known> opened =
          handle.isPresent() ? files.opened(handle.getAsLong(), look) : Optional.empty();
      return opened.isPresent() ? Answer.now(opened.get()) : known(tree.node(node));
    });
  }

  private Answer<Known> known(Inode node) {
    if (node.kind() == Kind.PART || node.id() == ROOT) {
      return Answer.now(new Known(look.directory(node.ino()), options.metadataTtl()));
    }
    return lookups.entry(tree.path(node), entry -> known(node, entry));
  }

  private Known known(Inode node, Entry entry) {
    Duration valid = metadata.valid(entry);
    if (node.kind() == Kind.DIRECTORY && entry.directory()) {
      return new Known(look.directory(node.ino()), valid);
    }
    return new Known(look.file(node.ino(), lookups.facts(node, entry)), valid);
  }

  @Override
  public Answer<OpenFile> open(long node, int flags, RequestId request) {
    return checked(() -> {
      Inode inode = tree.node(node);
      if (inode.kind() != Kind.FILE) {
        throw new FsException(Errno.EISDIR, tree.path(inode) + " is a directory");
      }
      if ((flags & ACCESS_MODE) != 0 || (flags & TRUNCATE) != 0) {
        throw new FsException(Errno.EROFS, "the volume is read-only");
      }
      Optional<OpenFile> before = files.openedBy(inode, request);
      if (before.isPresent()) {
        return Answer.now(before.get());
      }
      return lookups.entry(
          tree.path(inode),
          entry -> files.open(inode, lookups.facts(inode, entry), flags, request));
    });
  }

  @Override
  public Answer<ReadSlices> read(long handle, long offset, int size) {
    return checked(() -> files.read(handle, offset, size));
  }

  @Override
  public void release(long handle) {
    files.release(handle);
  }

  @Override
  public Answer<Long> opendir(long node, RequestId request) {
    return checked(() -> Answer.now(directories.open(tree.directory(node), request)));
  }

  @Override
  public Answer<Done> readdir(long handle, long offset, boolean nodes, DirectoryItem.Sink sink) {
    return checked(() -> directories.read(handle, offset, nodes, sink));
  }

  @Override
  public void releasedir(long handle) {
    directories.release(handle);
  }

  @Override
  public Answer<String> readlink(long node) {
    return checked(() -> {
      Inode inode = tree.node(node);
      if (inode.kind() != Kind.FILE) {
        throw new FsException(Errno.EINVAL, "not a symbolic link");
      }
      return lookups.later(
          tree.path(inode), entry -> extras.target(inode, lookups.facts(inode, entry)));
    });
  }

  @Override
  public Answer<byte[]> getxattr(long node, String name) {
    return checked(() -> {
      Inode inode = tree.node(node);
      if (!extras.mayHave(name)) {
        throw new FsException(Errno.ENODATA, "no attribute " + name);
      }
      return inode.kind() == Kind.FILE
          ? lookups.entry(
              tree.path(inode), entry -> extras.attribute(inode, lookups.facts(inode, entry), name))
          : Answer.now(extras.attribute(inode, name));
    });
  }

  @Override
  public Answer<List<String>> listxattr(long node) {
    return checked(() -> Answer.now(extras.names(tree.node(node))));
  }

  @Override
  public Answer<Done> access(long node, int uid, int gid, int mask) {
    return checked(() ->
        switch (getattr(node, OptionalLong.empty())) {
          case Answer.Now<Known>(Known known) ->
              Answer.now(Permission.check(known.attributes(), uid, gid, mask));
          case Answer.Later<Known>(Supplier<Known> work) ->
              Answer.later(() -> Permission.check(work.get().attributes(), uid, gid, mask));
        });
  }

  @Override
  public Answer<Space> statfs() {
    long blocks = options.capacity().orElse(UNLIMITED) / BLOCK;
    return Answer.now(new Space(BLOCK, blocks, blocks, Names.LONGEST));
  }

  /** What was done, and what there is. */
  public VolumeCounters counters() {
    return new VolumeCounters(
        metadata.known(), metadata.asked(), state.inodes().size(), state.handles().size());
  }

  /** Failures of the store become those of the file system, now and later. */
  private static <T> Answer<T> checked(Supplier<Answer<T>> operation) {
    try {
      return switch (operation.get()) {
        case Answer.Now<T> now -> now;
        case Answer.Later<T>(Supplier<T> work) -> Answer.later(() -> translated(work));
      };
    } catch (StoreException e) {
      throw FsException.of(e);
    }
  }

  private static <T> T translated(Supplier<T> work) {
    try {
      return work.get();
    } catch (StoreException e) {
      throw FsException.of(e);
    }
  }

  @Override
  public void close() {
    files.close();
    state.close();
  }
}
