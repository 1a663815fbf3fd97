package io.windlass.fs.bucket;

import io.windlass.fs.Answer;
import io.windlass.fs.Bounds;
import io.windlass.fs.Caller;
import io.windlass.fs.Changes;
import io.windlass.fs.Created;
import io.windlass.fs.DirectoryItem;
import io.windlass.fs.Done;
import io.windlass.fs.FileSystem;
import io.windlass.fs.FsException;
import io.windlass.fs.Known;
import io.windlass.fs.Lookup;
import io.windlass.fs.Node;
import io.windlass.fs.OpenFile;
import io.windlass.fs.RequestId;
import io.windlass.fs.Space;
import io.windlass.fs.VolumeCounters;
import io.windlass.fs.VolumeOptions;
import io.windlass.fs.file.Changing;
import io.windlass.fs.file.FileDetails;
import io.windlass.fs.file.OpenFiles;
import io.windlass.fs.file.Usage;
import io.windlass.fs.file.Writing;
import io.windlass.fs.inode.HandleTable;
import io.windlass.fs.inode.Inode;
import io.windlass.fs.inode.Kind;
import io.windlass.fs.inode.StateDirectory;
import io.windlass.fs.key.FileNames;
import io.windlass.fs.key.PathLocks;
import io.windlass.fs.listing.Metadata;
import io.windlass.fs.lock.WaitListener;
import io.windlass.fs.namespace.DescribedDirectories;
import io.windlass.fs.namespace.Making;
import io.windlass.fs.namespace.Markers;
import io.windlass.fs.namespace.Namespace;
import io.windlass.fs.namespace.NamespaceGuard;
import io.windlass.fs.namespace.Relocation;
import io.windlass.fs.namespace.Removing;
import io.windlass.fs.namespace.RenameIntentLog;
import io.windlass.fs.namespace.RenameRecovery;
import io.windlass.fs.namespace.Renaming;
import io.windlass.fs.namespace.ServerCopies;
import io.windlass.fs.open.CommitTimer;
import io.windlass.fs.open.OpenWrites;
import io.windlass.fs.posix.DirectoryTimes;
import io.windlass.fs.posix.ObjectStat;
import io.windlass.fs.posix.Permission;
import io.windlass.fs.posix.PosixMetadata;
import io.windlass.fs.posix.StatMapper;
import io.windlass.fs.posix.UserAttributes;
import io.windlass.fs.read.FirstReads;
import io.windlass.fs.read.ReadEngine;
import io.windlass.fs.read.ReadSlices;
import io.windlass.fs.staging.Quota.Growth;
import io.windlass.fs.staging.Staging;
import io.windlass.fs.staging.TimeStamp;
import io.windlass.fs.staging.UnpublishedChanges;
import io.windlass.fs.staging.WriteSettings;
import io.windlass.fs.tree.Directories;
import io.windlass.fs.tree.Extras;
import io.windlass.fs.tree.Lookups;
import io.windlass.fs.tree.NameRef;
import io.windlass.fs.tree.Tree;
import io.windlass.fs.upload.KeptProperties;
import io.windlass.linux.Errno;
import io.windlass.store.Capabilities;
import io.windlass.store.Feature;
import io.windlass.store.ObjectStore;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** File system of a volume over a bucket: its files are the objects of the bucket. */
public final class BucketFileSystem implements FileSystem {
  private static final int BLOCK = 4096;
  private static final long UNLIMITED = 1L << 60;
  private static final long MANY = 1L << 40;

  private final VolumeOptions options;
  private final StateDirectory state;
  private final Metadata metadata;
  private final StatMapper statMapper;
  private final Tree tree;
  private final Lookups lookups;
  private final Usage usage;
  private final OpenWrites openWrites;
  private final CommitTimer commits;
  private final OpenFiles files;
  private final Directories directories;
  private final DescribedDirectories described;
  private final Extras extras;
  private final FileDetails details;
  private final Writing writing;
  private final Changing changing;
  private final Making making;
  private final Removing removing;
  private final Renaming renaming;
  private final NamespaceGuard gate;
  private final Operations operations;

  private BucketFileSystem(
      ObjectStore store,
      Capabilities capabilities,
      String source,
      VolumeOptions options,
      StateDirectory state,
      Optional<Path> staged,
      ReadEngine engine,
      LongSupplier clock,
      LongSupplier time,
      WaitListener waiting) {
    this.options = options;
    this.state = state;
    this.operations = new Operations(options.operationTimeout(), clock);
    // Opened before anything is begun, as the log may be unreadable.
    RenameIntentLog intentLog =
        new RenameIntentLog(staged.orElse(Path.of("/nowhere")).resolve("renames"));
    FirstReads firstReads = engine.firstReads(store, source + "/" + store.bucket());
    // Where directories are real, a head tells them from files.
    boolean byGet =
        capabilities.has(Feature.GET_DESCRIBES) && !capabilities.has(Feature.DIRECTORIES);
    this.metadata = new Metadata(store, options, time, byGet ? firstReads::look : store::head);
    // The root's version is the time at which the volume was first opened.
    long since = state.inodes().get(ROOT).orElseThrow().version();
    DirectoryTimes times = new DirectoryTimes();
    this.statMapper = new StatMapper(options, Instant.ofEpochMilli(since), times);
    this.usage = new Usage(store, options, state.usage());
    Optional<Staging> staging =
        staged
            .filter(_ -> !options.readOnly())
            .map(directory ->
                Staging.open(
                    directory,
                    store,
                    source + "/" + store.bucket(),
                    capabilities,
                    engine,
                    WriteSettings.DEFAULT.of(
                        options.maxHoleBytes(),
                        options.dropsTags(),
                        options.objectMetadata() ? PosixMetadata::stamped : TimeStamp.NONE),
                    usage,
                    waiting,
                    clock));
    this.openWrites = new OpenWrites(staging, state, metadata, since);
    this.tree = new Tree(state.inodes(), options, statMapper, metadata, openWrites);
    this.lookups = new Lookups(store, options, metadata, tree, openWrites);
    this.files =
        new OpenFiles(
            store,
            source,
            options,
            state.handles(),
            tree,
            metadata,
            openWrites,
            engine,
            firstReads);
    this.directories =
        new Directories(store, options, state, tree, statMapper, metadata, openWrites);
    this.writing = new Writing(files, openWrites);
    this.extras = new Extras(store, tree, statMapper);
    this.details = new FileDetails(files, openWrites, state.handles());
    Markers markers = new Markers(store, options, usage);
    this.described =
        new DescribedDirectories(options, statMapper, tree, lookups, metadata, markers, times);
    KeptProperties kept = new KeptProperties(store, options.dropsTags());
    this.changing =
        new Changing(
            options, tree, statMapper, metadata, openWrites, state.handles(), files, usage, kept);
    Namespace namespace =
        new Namespace(store, state, tree, metadata, openWrites, markers, changing, usage, times);
    this.making = new Making(namespace, options, files, described);
    this.removing = new Removing(namespace);
    ServerCopies copies =
        new ServerCopies(store, capabilities, openWrites, kept, options.objectMetadata());
    PathLocks locks = new PathLocks(waiting);
    Relocation relocation = new Relocation(state.inodes(), openWrites, copies);
    RenameRecovery recovery =
        new RenameRecovery(
            state.inodes(), metadata, openWrites, intentLog, locks, copies, relocation);
    this.gate = new NamespaceGuard(locks, recovery);
    this.renaming = new Renaming(namespace, recovery, copies, relocation, removing);
    try {
      if (staging.isPresent()) {
        recovery.recover();
      }
      usage.start();
      this.commits = CommitTimer.start(options.commitInterval(), openWrites);
    } catch (RuntimeException | Error e) {
      // Nothing may go on in a directory that the next attempt of this process opens again.
      openWrites.close();
      throw e;
    }
  }

  /**
   * Opens a volume for reading.
   *
   * @param capabilities of the store
   * @param source name of the store, distinct among all that the process reads from and the same in
   *     every process; the cache on disk knows blocks by it
   * @param state directory of the state that outlives the process; one for each volume
   * @param engine shared by the volumes of the process; not closed with the volume
   * @param clock counts nanoseconds, for the time limits of operations
   */
  public static BucketFileSystem open(
      ObjectStore store,
      Capabilities capabilities,
      String source,
      VolumeOptions options,
      Path state,
      ReadEngine engine,
      LongSupplier clock) {
    return open(
        store,
        capabilities,
        source,
        options.withReadOnly(true),
        state,
        engine,
        clock,
        System::nanoTime,
        WaitListener.NONE);
  }

  /**
   * Opens a volume for reading.
   *
   * @param time counts nanoseconds, for the age of what is cached
   */
  static BucketFileSystem open(
      ObjectStore store,
      Capabilities capabilities,
      String source,
      VolumeOptions options,
      Path state,
      ReadEngine engine,
      LongSupplier clock,
      LongSupplier time,
      WaitListener waiting) {
    return opened(
        store, capabilities, source, options, state, Optional::empty, engine, clock, time, waiting);
  }

  /**
   * Opens a volume for reading and writing.
   *
   * @param capabilities of the store
   * @param staging returns the directory on local disk for files that are being written; asked once
   *     the volume is this process's. It outlives the mount: a later mount of the same bucket and
   *     mount point finds there what is not in the bucket yet
   * @param clock counts nanoseconds, for the time limits of operations
   */
  public static BucketFileSystem open(
      ObjectStore store,
      Capabilities capabilities,
      String source,
      VolumeOptions options,
      Path state,
      Supplier<Path> staging,
      ReadEngine engine,
      LongSupplier clock) {
    return open(
        store,
        capabilities,
        source,
        options,
        state,
        staging,
        engine,
        clock,
        System::nanoTime,
        WaitListener.NONE);
  }

  /**
   * Opens a volume for reading and writing.
   *
   * @param time counts nanoseconds, for the age of what is cached
   */
  static BucketFileSystem open(
      ObjectStore store,
      Capabilities capabilities,
      String source,
      VolumeOptions options,
      Path state,
      Supplier<Path> staging,
      ReadEngine engine,
      LongSupplier clock,
      LongSupplier time,
      WaitListener waiting) {
    return opened(
        store,
        capabilities,
        source,
        options,
        state,
        () -> Optional.of(staging.get()),
        engine,
        clock,
        time,
        waiting);
  }

  private static BucketFileSystem opened(
      ObjectStore store,
      Capabilities capabilities,
      String source,
      VolumeOptions options,
      Path state,
      Supplier<Optional<Path>> staging,
      ReadEngine engine,
      LongSupplier clock,
      LongSupplier time,
      WaitListener waiting) {
    StateDirectory owned = StateDirectory.open(state);
    try {
      return new BucketFileSystem(
          store, capabilities, source, options, owned, staging.get(), engine, clock, time, waiting);
    } catch (RuntimeException | Error e) {
      // The next attempt of this process must not find the volume taken.
      owned.close();
      throw e;
    }
  }

  @Override
  public Answer<Lookup> lookup(long parent, String name) {
    return asking(() -> tree.path(parent, name), () -> lookups.lookup(parent, name));
  }

  @Override
  public void forget(long node, long lookups) {
    state.inodes().forget(node, lookups);
  }

  @Override
  public Answer<Known> getattr(long node, OptionalLong handle) {
    return asking(
        node,
        () -> {
          Optional<Known> opened =
              handle.isPresent() ? files.opened(handle.getAsLong(), statMapper) : Optional.empty();
          return opened.isPresent() ? Answer.now(opened.get()) : known(tree.node(node));
        });
  }

  private Answer<Known> known(Inode node) {
    return switch (node.kind()) {
      case PART, DIRECTORY -> described.known(node);
      case FILE ->
          lookups.file(
              node, stat -> new Known(statMapper.file(node.ino(), stat), options.metadataTtl()));
    };
  }

  @Override
  public Answer<OpenFile> open(long node, int flags, RequestId request) {
    if (!HandleTable.isWriting(flags)) {
      return asking(
          node,
          () -> {
            Inode inode = file(node);
            return files
                .openedBy(inode, request)
                .orElseGet(
                    () -> lookups.file(inode, stat -> changing.open(inode, stat, flags, request)));
          });
    }
    return operations.of(() -> {
      Inode inode = file(node);
      writable();
      return files
          .openedBy(inode, request)
          .orElseGet(
              () -> changed(node, now -> changing.open(now, lookups.newest(now), flags, request)));
    });
  }

  private Inode file(long node) {
    Inode inode = tree.node(node);
    if (inode.kind() != Kind.FILE) {
      throw new FsException(Errno.EISDIR, tree.path(inode) + " is a directory");
    }
    return inode;
  }

  @Override
  public Answer<ReadSlices> read(long handle, long offset, int size) {
    return operations.of(() -> files.read(handle, offset, size));
  }

  @Override
  public Answer<Done> release(long handle) {
    return Failures.of(() -> files.release(handle));
  }

  @Override
  public Answer<Long> opendir(long node, RequestId request) {
    return operations.of(() ->
        switch (directories.open(tree.directory(node), request)) {
          case Answer.Now<Long> now -> now;
          case Answer.Later<Long>(Supplier<Long> work) ->
              Answer.later(() -> gate.asking(() -> path(node), work));
        });
  }

  @Override
  public Answer<Long> opendirUnread(long node, RequestId request) {
    return operations.of(() -> Answer.now(directories.openUnread(tree.directory(node), request)));
  }

  @Override
  public Answer<Done> readdir(long handle, long offset, boolean nodes, DirectoryItem.Sink sink) {
    Supplier<String> path = () -> tree.path(directories.node(handle));
    return operations.of(() ->
        switch (directories.read(handle, offset, nodes, gate.isFree(path.get()), sink)) {
          case Answer.Now<Done> now -> now;
          case Answer.Later<Done>(Supplier<Done> work) ->
              Answer.later(() -> gate.asking(path, work));
        });
  }

  @Override
  public void releasedir(long handle) {
    directories.release(handle);
  }

  @Override
  public Answer<String> readlink(long node) {
    return asking(
        node,
        () -> {
          Inode inode = tree.node(node);
          if (inode.kind() != Kind.FILE) {
            throw new FsException(Errno.EINVAL, "not a symbolic link");
          }
          return lookups.fileLater(inode, stat -> extras.target(inode, stat));
        });
  }

  @Override
  public Answer<byte[]> getxattr(long node, String name) {
    return asking(
        node,
        () -> {
          Inode inode = tree.node(node);
          if (name.equals(FileDetails.ATTRIBUTE) && inode.kind() == Kind.FILE) {
            return lookups.fileLater(inode, stat -> details.of(inode, stat));
          }
          if (!extras.mayHave(name)) {
            throw new FsException(Errno.ENODATA, "no attribute " + name);
          }
          return inode.kind() == Kind.FILE
              ? lookups.file(inode, stat -> extras.attribute(inode, stat, name))
              : described.metadata(inode, said -> extras.attribute(inode, said, name));
        });
  }

  @Override
  public Answer<List<String>> listxattr(long node) {
    return asking(
        node,
        () -> {
          Inode inode = tree.node(node);
          return inode.kind() == Kind.FILE
              ? lookups.file(inode, extras::names)
              : described.metadata(inode, extras::names);
        });
  }

  @Override
  public Answer<Done> access(long node, int uid, int gid, int mask) {
    return operations.of(() ->
        switch (getattr(node, OptionalLong.empty())) {
          case Answer.Now<Known>(Known known) ->
              Answer.now(Permission.check(known.attributes(), uid, gid, mask));
          case Answer.Later<Known>(Supplier<Known> work) ->
              Answer.later(() -> Permission.check(work.get().attributes(), uid, gid, mask));
        });
  }

  @Override
  public Answer<Created> create(
      long parent, String name, int flags, int mode, Caller caller, RequestId request) {
    return named(
        parent,
        name,
        ref -> making.create(ref, lookups.newest(ref.path()), flags, mode, caller, request));
  }

  @Override
  public Answer<Node> mknod(long parent, String name, int mode, Caller caller, RequestId request) {
    return named(parent, name, ref -> making.mknod(ref, mode, caller, request));
  }

  @Override
  public Answer<Node> mkdir(long parent, String name, int mode, Caller caller, RequestId request) {
    return named(parent, name, ref -> making.mkdir(ref, mode, caller, request));
  }

  @Override
  public Answer<Node> symlink(
      long parent, String name, String target, Caller caller, RequestId request) {
    return named(parent, name, ref -> making.symlink(ref, target, caller, request));
  }

  @Override
  public Answer<Done> unlink(long parent, String name, RequestId request) {
    return named(parent, name, ref -> removing.unlink(ref, request));
  }

  @Override
  public Answer<Done> rmdir(long parent, String name, RequestId request) {
    return named(parent, name, ref -> removing.rmdir(ref, request));
  }

  @Override
  public Answer<Done> rename(
      long parent,
      String name,
      long newParent,
      String newName,
      boolean replace,
      RequestId request) {
    record Both(NameRef from, NameRef to) {}
    return operations.later(() ->
        gate.alone(
            () -> new Both(ref(parent, name), ref(newParent, newName)),
            both -> List.of(both.from.path(), both.to.path()),
            both ->
                lookups
                    .entryOfKnown(
                        both.from.path(),
                        there -> renaming.rename(both.from, there, both.to, replace, request))
                    .await()));
  }

  @Override
  public Answer<Known> setattr(long node, Changes changes) {
    return operations.of(() -> {
      writable();
      Inode inode = tree.node(node);
      if (inode.kind() != Kind.FILE) {
        if (changes.size().isPresent()) {
          throw new FsException(Errno.EISDIR, tree.path(inode) + " is a directory");
        }
        return changed(node, now -> described.change(now, changes));
      }
      return changedFile(node, (now, stat) -> changing.change(now, stat, changes));
    });
  }

  @Override
  public Answer<Done> write(long handle, long offset, MemorySegment data) {
    return operations.of(() -> writing.write(handle, offset, data));
  }

  @Override
  public Answer<Done> publish(long handle) {
    return operations.of(() -> writing.publish(handle));
  }

  @Override
  public Answer<Done> sync(long handle) {
    return operations.of(() -> writing.sync(handle));
  }

  @Override
  public Answer<Done> fallocate(long handle, long offset, long length, int mode) {
    return operations.later(() -> writing.allocate(handle, offset, length, mode));
  }

  @Override
  public Answer<Long> copy(long from, long offset, long to, long toOffset, long length) {
    return operations.of(() -> writing.copy(from, offset, to, toOffset, length));
  }

  @Override
  public Answer<Long> seek(long handle, long offset, boolean hole) {
    return operations.of(() -> Answer.now(writing.seek(handle, offset, hole)));
  }

  @Override
  public Answer<Done> setxattr(long node, String name, byte[] value, int flags, RequestId request) {
    return attributed(
        node,
        name,
        request,
        (before, again) -> UserAttributes.with(before, name, value, flags, again));
  }

  @Override
  public Answer<Done> removexattr(long node, String name, RequestId request) {
    return attributed(
        node, name, request, (before, again) -> UserAttributes.without(before, name, again));
  }

  /**
   * Change of the user metadata of a file or directory. {@code again}: a process that died may have
   * made it already.
   */
  private interface Saying {
    Map<String, String> change(Map<String, String> before, boolean again);
  }

  private Answer<Done> attributed(long node, String name, RequestId request, Saying saying) {
    return operations.of(() -> {
      writable();
      Inode inode = tree.node(node);
      boolean directory = described.isDescribed(inode);
      boolean file = inode.kind() == Kind.FILE && options.objectMetadata();
      if (!UserAttributes.is(name) || !(directory || file)) {
        throw new FsException(
            Errno.ENOTSUP, "only user. attributes of files and directories are kept");
      }
      if (directory) {
        return changed(
            node,
            now ->
                once(
                    request,
                    again -> described.attribute(now, before -> saying.change(before, again))));
      }
      return changedFile(
          node,
          (now, stat) ->
              once(
                  request,
                  again -> {
                    ObjectStat whole = changing.whole(now, stat);
                    changing.describe(
                        now, whole, saying.change(whole.metadata().orElse(Map.of()), again));
                  }));
    });
  }

  private Done once(RequestId request, Consumer<Boolean> work) {
    return state
        .duplicates()
        .once(
            request,
            again -> {
              work.accept(again);
              return Done.DONE;
            });
  }

  /** Runs a call that changes nothing; if it has to ask the store, not during a rename around. */
  private <T> Answer<T> asking(Supplier<String> path, Supplier<Answer<T>> call) {
    return operations.of(() ->
        switch (call.get()) {
          case Answer.Now<T> now -> now;
          // Called again then: what it resolved may have been renamed.
          case Answer.Later<T> _ -> Answer.later(() -> gate.asking(path, () -> call.get().await()));
        });
  }

  private <T> Answer<T> asking(long node, Supplier<Answer<T>> call) {
    return asking(() -> path(node), call);
  }

  private String path(long node) {
    return tree.path(tree.node(node));
  }

  /** Runs a change of a name, beside other changes but not during a rename around it. */
  private <T> Answer<T> named(long parent, String name, Function<NameRef, T> work) {
    return operations.later(
        () -> gate.beside(() -> ref(parent, name), ref -> List.of(ref.path()), work));
  }

  /** Runs a change of a node, beside other changes but not during a rename around it. */
  private <T> Answer<T> changed(long node, Function<Inode, T> work) {
    return Answer.later(() -> gate.of(() -> path(node), () -> work.apply(tree.node(node))));
  }

  private <T> Answer<T> changedFile(long node, BiFunction<Inode, ObjectStat, T> work) {
    return changed(node, inode -> lookups.file(inode, stat -> work.apply(inode, stat)).await());
  }

  private NameRef ref(long parent, String name) {
    writable();
    return tree.ref(parent, name);
  }

  private void writable() {
    if (options.readOnly() || !openWrites.isPossible()) {
      throw FsException.readOnly();
    }
  }

  @Override
  public Answer<Space> statfs() {
    Bounds bounds = usage.bounds();
    Growth held = usage.total().orElse(Growth.NOTHING);
    long bytes = bounds.bytes() > 0 ? bounds.bytes() : UNLIMITED;
    long objects = bounds.objects() > 0 ? bounds.objects() : MANY;
    return Answer.now(
        new Space(
            BLOCK,
            bytes / BLOCK,
            Math.max(0, bytes - held.bytes()) / BLOCK,
            objects,
            Math.max(0, objects - held.objects()),
            FileNames.LONGEST));
  }

  /** Sets the capacity of the volume. */
  public void bound(Bounds bounds) {
    usage.bound(bounds);
  }

  /** Returns the capacity of the volume. */
  public Bounds bounds() {
    return usage.bounds();
  }

  /**
   * Returns the bytes and objects of the volume, including staged files; empty until they have been
   * counted, if they are counted at all.
   */
  public Optional<Growth> holds() {
    return usage.total();
  }

  /** Returns the counters of the volume. */
  public VolumeCounters counters() {
    return new VolumeCounters(
        metadata.known(), metadata.asked(), state.inodes().size(), state.handles().size());
  }

  /** Returns the changes of files that the bucket does not have. */
  public UnpublishedChanges unpublished() {
    return openWrites.unpublished();
  }

  /** Returns the number of bytes that files take on local disk while they are written. */
  public long stagedBytes() {
    return openWrites.stagedBytes();
  }

  /** Returns the directory on local disk for files that are written; empty if none can be. */
  public Optional<Path> stagedIn() {
    return openWrites.stagedIn();
  }

  /** Publishes all files with unpublished changes, for at most {@code patience}. */
  public void publishAll(Duration patience) {
    openWrites.publishAll(patience);
  }

  @Override
  public void close() {
    commits.close();
    usage.close();
    files.close();
    openWrites.close();
    state.close();
  }
}
