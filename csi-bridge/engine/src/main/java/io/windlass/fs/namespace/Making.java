package io.windlass.fs.namespace;

import io.windlass.error.DriverException;
import io.windlass.fs.Answer;
import io.windlass.fs.Attributes;
import io.windlass.fs.Caller;
import io.windlass.fs.Created;
import io.windlass.fs.FileSystem;
import io.windlass.fs.FsException;
import io.windlass.fs.Node;
import io.windlass.fs.OpenFile;
import io.windlass.fs.RequestId;
import io.windlass.fs.VolumeOptions;
import io.windlass.fs.file.Changing;
import io.windlass.fs.file.OpenFiles;
import io.windlass.fs.file.Usage;
import io.windlass.fs.inode.DuplicateRequestCache;
import io.windlass.fs.inode.HandleTable;
import io.windlass.fs.inode.Inode;
import io.windlass.fs.inode.InodeTable;
import io.windlass.fs.inode.Kind;
import io.windlass.fs.journal.WriteException;
import io.windlass.fs.listing.Metadata;
import io.windlass.fs.listing.PathEntry;
import io.windlass.fs.open.OpenWrites;
import io.windlass.fs.posix.DirectoryTimes;
import io.windlass.fs.posix.ObjectStat;
import io.windlass.fs.posix.PosixMetadata;
import io.windlass.fs.staging.Quota.Growth;
import io.windlass.fs.staging.StagedFile;
import io.windlass.fs.tree.DirEntry;
import io.windlass.fs.tree.NameRef;
import io.windlass.fs.tree.Tree;
import io.windlass.fs.upload.PublishToken;
import io.windlass.linux.Errno;
import io.windlass.object.Condition;
import io.windlass.object.Content;
import io.windlass.object.ObjectInfo;
import io.windlass.object.ObjectProperties;
import io.windlass.object.Revision;
import io.windlass.store.ObjectStore;
import io.windlass.store.PutOptions;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** Makes files, directories and symbolic links. */
public final class Making {
  private static final int PERMISSIONS = 07777;
  private static final int EXCLUSIVE = 0200;

  private final ObjectStore store;
  private final VolumeOptions options;
  private final Tree tree;
  private final Metadata metadata;
  private final OpenWrites openWrites;
  private final Markers markers;
  private final DuplicateRequestCache duplicates;
  private final InodeTable inodes;
  private final HandleTable handles;
  private final OpenFiles files;
  private final Changing changing;
  private final Usage usage;
  private final DescribedDirectories directories;
  private final DirectoryTimes times;

  public Making(
      Namespace namespace,
      VolumeOptions options,
      OpenFiles files,
      DescribedDirectories directories) {
    this.store = namespace.store();
    this.options = options;
    this.tree = namespace.tree();
    this.metadata = namespace.metadata();
    this.openWrites = namespace.openWrites();
    this.markers = namespace.markers();
    this.duplicates = namespace.state().duplicates();
    this.inodes = namespace.state().inodes();
    this.handles = namespace.state().handles();
    this.files = files;
    this.changing = namespace.changing();
    this.usage = namespace.usage();
    this.directories = directories;
    this.times = namespace.times();
  }

  /** Opens a file; creates it if {@code there} says that it does not exist. */
  public Created create(
      NameRef ref, PathEntry there, int flags, int mode, Caller caller, RequestId request) {
    return duplicates.once(
        request,
        again -> {
          Optional<StagedFile> made = openWrites.at(ref.path());
          if (again && made.isPresent()) {
            return opened(tree.node(made.get().id().node()), made.get(), flags, request);
          }
          Optional<HandleTable.Handle> begun =
              again ? handles.openedBy(request.number()) : Optional.empty();
          if (there.file().isPresent()) {
            begun.ifPresent(this::undo);
            if ((flags & EXCLUSIVE) != 0) {
              throw new FsException(Errno.EEXIST, ref.path() + " exists");
            }
            Node node = take(ref, there.file().get(), there.asked());
            return new Created(
                node, changing.open(tree.node(node.id()), there.file().get(), flags, request));
          }
          ref.requireFile();
          requireKey(ref, begun);
          return made(begun.orElseGet(() -> begin(ref, flags, request)), ref, mode, caller);
        });
  }

  /** Refuses a name that no object can have before anything is written under it. */
  private void requireKey(NameRef ref, Optional<HandleTable.Handle> begun) {
    try {
      store.checkKey(ref.path());
    } catch (DriverException.InvalidKey e) {
      begun.ifPresent(this::undo);
      throw e;
    }
  }

  /** The handle first: the next process would publish a new file that has no handle. */
  private HandleTable.Handle begin(NameRef ref, int flags, RequestId request) {
    Inode inode = tree.fresh(ref.parent(), Kind.FILE, ref.path(), ref.text());
    return handles.add(
        new HandleTable.Handle(
            0, inode.id(), Revision.NONE, 0, System.currentTimeMillis(), flags, request.number()));
  }

  private void undo(HandleTable.Handle begun) {
    files.release(begun.id()).await();
    inodes.forget(begun.node(), 1);
  }

  private Created made(HandleTable.Handle begun, NameRef ref, int mode, Caller caller) {
    Inode inode = tree.node(begun.node());
    try {
      StagedFile file = make(inode, ref, mode, caller);
      return new Created(
          tree.describe(inode, ObjectStat.of(file.view())),
          new OpenFile(begun.id(), true, HandleTable.isWriting(begun.flags())));
    } catch (FsException | WriteException | DriverException e) {
      undo(begun);
      throw e;
    }
  }

  private Created opened(Inode inode, StagedFile file, int flags, RequestId request) {
    OpenFile open =
        files
            .openedBy(inode, request)
            .map(Answer::await)
            .orElseGet(() -> files.open(inode, file, flags, request));
    return new Created(tree.describe(inode, ObjectStat.of(file.view())), open);
  }

  private StagedFile make(Inode inode, NameRef ref, int mode, Caller caller) {
    Map<String, String> described =
        described(ref, Attributes.REGULAR | (mode & PERMISSIONS), caller);
    usage.await();
    usage.need(0, 1);
    StagedFile file =
        openWrites.create(inode, ref.path(), described, properties(ref), Instant.now());
    times.touch(ref.around());
    return file;
  }

  /** Returns the properties of a new file: the media type that its name stands for, if wanted. */
  private ObjectProperties properties(NameRef ref) {
    return options.typesByName()
        ? MediaTypes.of(ref.text())
            .map(ObjectProperties.NONE::withType)
            .orElse(ObjectProperties.NONE)
        : ObjectProperties.NONE;
  }

  private Map<String, String> described(NameRef ref, int mode, Caller caller) {
    return options.objectMetadata()
        ? PosixMetadata.of(mode, directories.owner(ref.parent(), caller))
        : Map.of();
  }

  /** Returns the metadata of an object that is put at once: its attributes and the present time. */
  private Map<String, String> stamped(NameRef ref, int mode, Caller caller) {
    Map<String, String> described = described(ref, mode, caller);
    return described.isEmpty() ? described : PosixMetadata.stamped(described, Instant.now());
  }

  /** Creates a file without opening it. */
  public Node mknod(NameRef ref, int mode, Caller caller, RequestId request) {
    int type = mode & Attributes.TYPE_MASK;
    if (type != 0 && type != Attributes.REGULAR) {
      throw new FsException(Errno.EPERM, "devices, sockets and pipes have no place in a bucket");
    }
    return put(ref, Attributes.REGULAR | (mode & PERMISSIONS), "", caller, request);
  }

  public Node symlink(NameRef ref, String target, Caller caller, RequestId request) {
    if (!options.objectMetadata()) {
      throw new FsException(Errno.EPERM, "symbolic links need the metadata of objects");
    }
    return put(ref, Attributes.SYMLINK | 0777, target, caller, request);
  }

  /** Creates a file with its whole content, by one put. */
  private Node put(NameRef ref, int mode, String content, Caller caller, RequestId request) {
    ref.requireFile();
    return duplicates.once(
        request,
        _ -> {
          Map<String, String> described = stamped(ref, mode, caller);
          usage.await();
          byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
          usage.need(bytes.length, 1);
          ObjectProperties properties =
              (mode & Attributes.TYPE_MASK) == Attributes.REGULAR
                  ? properties(ref)
                  : ObjectProperties.NONE;
          PutOptions options =
              new PutOptions(
                  Condition.ifAbsent(), PublishToken.marked(described, token(request)), properties);
          ObjectInfo info = put(ref.path(), bytes, options, request);
          usage.bucketChanged(ref.path(), new Growth(info.size(), 1));
          ObjectStat stat =
              new ObjectStat(
                  info.size(),
                  info.revision(),
                  info.lastModified(),
                  Optional.of(described),
                  Optional.of(info.properties()));
          metadata.wrote(ref.path(), stat);
          times.touch(ref.around());
          return take(ref, stat, metadata.now());
        });
  }

  private ObjectInfo put(String key, byte[] content, PutOptions options, RequestId request) {
    try {
      return store.put(key, Content.of(content), options);
    } catch (DriverException.PreconditionFailed e) {
      return made(key, key, request);
    }
  }

  /** Returns the token of what a request makes; the same if the request comes again. */
  private String token(RequestId request) {
    long instance = inodes.get(FileSystem.ROOT).orElseThrow().version();
    return "%x-%d".formatted(instance, request.number());
  }

  /**
   * Returns the object that this request has made: its answer was lost, or the process that carried
   * it out died.
   *
   * @throws FsException {@code EEXIST} if somebody else has made it
   */
  private ObjectInfo made(String key, String path, RequestId request) {
    Optional<ObjectInfo> own =
        find(key)
            .filter(found -> PublishToken.of(found.metadata()).equals(Optional.of(token(request))));
    return own.orElseThrow(() -> {
      metadata.forget(path);
      return new FsException(Errno.EEXIST, path + " exists");
    });
  }

  private Optional<ObjectInfo> find(String key) {
    try {
      return Optional.of(store.head(key));
    } catch (DriverException.NoSuchBucket e) {
      throw e;
    } catch (DriverException.NotFound e) {
      return Optional.empty();
    }
  }

  public Node mkdir(NameRef ref, int mode, Caller caller, RequestId request) {
    return duplicates.once(
        request,
        _ -> {
          int permissions = directories.mode(ref.parent(), mode & PERMISSIONS);
          Map<String, String> described = stamped(ref, Attributes.DIRECTORY | permissions, caller);
          usage.await();
          usage.need(0, 1);
          ObjectStat marker = mark(ref, described, request);
          metadata.madeDirectory(ref.path(), marker);
          times.touch(ref.around());
          return tree.take(
              ref.parent(),
              ref.place(),
              DirEntry.of(Kind.DIRECTORY, ref.text(), Optional.of(marker), metadata.now()));
        });
  }

  private ObjectStat mark(NameRef ref, Map<String, String> described, RequestId request) {
    try {
      return markers.make(ref.within(), PublishToken.marked(described, token(request)));
    } catch (DriverException.PreconditionFailed e) {
      return ObjectStat.of(made(ref.within(), ref.path(), request));
    }
  }

  private Node take(NameRef ref, ObjectStat stat, long asked) {
    return tree.take(
        ref.parent(), ref.place(), DirEntry.of(Kind.FILE, ref.text(), Optional.of(stat), asked));
  }
}
