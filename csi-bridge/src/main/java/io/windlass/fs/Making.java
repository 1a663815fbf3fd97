package io.windlass.fs;

import io.windlass.fs.write.Quota.Growth;
import io.windlass.fs.write.StagedFile;
import io.windlass.fs.write.WriteException;
import io.windlass.store.Condition;
import io.windlass.store.Content;
import io.windlass.store.Errno;
import io.windlass.store.ObjectInfo;
import io.windlass.store.ObjectStore;
import io.windlass.store.PutOptions;
import io.windlass.store.StoreException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** Makes files, directories and symbolic links. */
final class Making {
  private static final int PERMISSIONS = 07777;
  private static final int EXCLUSIVE = 0200;

  private final ObjectStore store;
  private final VolumeOptions options;
  private final Tree tree;
  private final Metadata metadata;
  private final Written written;
  private final Markers markers;
  private final Deeds deeds;
  private final InodeTable inodes;
  private final HandleTable handles;
  private final OpenFiles files;
  private final Changing changing;
  private final Usage usage;
  private final DescribedDirectories directories;
  private final DirectoryTimes times;

  Making(
      ObjectStore store,
      VolumeOptions options,
      StateDirectory state,
      Tree tree,
      Metadata metadata,
      Written written,
      Markers markers,
      OpenFiles files,
      Changing changing,
      Usage usage,
      DescribedDirectories directories,
      DirectoryTimes times) {
    this.store = store;
    this.options = options;
    this.tree = tree;
    this.metadata = metadata;
    this.written = written;
    this.markers = markers;
    this.deeds = state.deeds();
    this.inodes = state.inodes();
    this.handles = state.handles();
    this.files = files;
    this.changing = changing;
    this.usage = usage;
    this.directories = directories;
    this.times = times;
  }

  /** Opens a file that is made if {@code there} does not say that it exists. */
  Created create(Spot spot, Entry there, int flags, int mode, Caller caller, RequestId request) {
    return deeds.once(
        request,
        again -> {
          Optional<StagedFile> made = written.at(spot.path());
          if (again && made.isPresent()) {
            return opened(tree.node(made.get().id().node()), made.get(), flags, request);
          }
          Optional<HandleTable.Handle> begun =
              again ? handles.openedBy(request.number()) : Optional.empty();
          if (there.file().isPresent()) {
            begun.ifPresent(this::undo);
            if ((flags & EXCLUSIVE) != 0) {
              throw new FsException(Errno.EEXIST, spot.path() + " exists");
            }
            Node node = take(spot, there.file().get(), there.asked());
            return new Created(
                node, changing.open(tree.node(node.id()), there.file().get(), flags, request));
          }
          spot.requireFile();
          return made(begun.orElseGet(() -> begin(spot, flags, request)), spot, mode, caller);
        });
  }

  /** The handle first: a new file that nobody has open, the next process would publish. */
  private HandleTable.Handle begin(Spot spot, int flags, RequestId request) {
    Inode inode = tree.fresh(spot.parent(), Kind.FILE, spot.path(), spot.text());
    return handles.add(
        new HandleTable.Handle(
            0, inode.id(), "", 0, System.currentTimeMillis(), flags, request.number()));
  }

  private void undo(HandleTable.Handle begun) {
    files.release(begun.id()).await();
    inodes.forget(begun.node(), 1);
  }

  private Created made(HandleTable.Handle begun, Spot spot, int mode, Caller caller) {
    Inode inode = tree.node(begun.node());
    try {
      StagedFile file = make(inode, spot, mode, caller);
      return new Created(
          tree.describe(inode, Facts.of(file.view())),
          new OpenFile(begun.id(), true, OpenFiles.isWriting(begun.flags())));
    } catch (FsException | WriteException | StoreException e) {
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
    return new Created(tree.describe(inode, Facts.of(file.view())), open);
  }

  private StagedFile make(Inode inode, Spot spot, int mode, Caller caller) {
    Map<String, String> described =
        described(spot, Attributes.REGULAR | (mode & PERMISSIONS), caller);
    usage.await();
    usage.need(0, 1);
    StagedFile file = written.create(inode, spot.path(), described, Instant.now());
    times.touch(spot.around());
    return file;
  }

  private Map<String, String> described(Spot spot, int mode, Caller caller) {
    return options.objectMetadata()
        ? Description.of(mode, directories.owner(spot.parent(), caller))
        : Map.of();
  }

  /** Of what is in the bucket at once. */
  private Map<String, String> stamped(Spot spot, int mode, Caller caller) {
    Map<String, String> described = described(spot, mode, caller);
    return described.isEmpty() ? described : Description.stamped(described, Instant.now());
  }

  /** Makes a file without opening it. */
  Node mknod(Spot spot, int mode, Caller caller, RequestId request) {
    int type = mode & Attributes.TYPE_MASK;
    if (type != 0 && type != Attributes.REGULAR) {
      throw new FsException(Errno.EPERM, "devices, sockets and pipes have no place in a bucket");
    }
    return put(spot, Attributes.REGULAR | (mode & PERMISSIONS), "", caller, request);
  }

  Node symlink(Spot spot, String target, Caller caller, RequestId request) {
    if (!options.objectMetadata()) {
      throw new FsException(Errno.EPERM, "symbolic links need the metadata of objects");
    }
    return put(spot, Attributes.SYMLINK | 0777, target, caller, request);
  }

  /** Puts an object that is whole at once. */
  private Node put(Spot spot, int mode, String content, Caller caller, RequestId request) {
    spot.requireFile();
    return deeds.once(
        request,
        again -> {
          Map<String, String> described = stamped(spot, mode, caller);
          usage.await();
          usage.need(content.length(), 1);
          ObjectInfo info = put(spot.path(), content, described, again);
          usage.published(spot.path(), new Growth(info.size(), 1));
          Facts facts =
              new Facts(info.size(), info.etag(), info.lastModified(), Optional.of(described));
          metadata.wrote(spot.path(), facts);
          times.touch(spot.around());
          return take(spot, facts, metadata.now());
        });
  }

  private ObjectInfo put(String key, String content, Map<String, String> described, boolean again) {
    try {
      return store.put(
          key,
          Content.of(content.getBytes(StandardCharsets.UTF_8)),
          PutOptions.DEFAULT.withMetadata(described).withCondition(Condition.ifAbsent()));
    } catch (StoreException.PreconditionFailed e) {
      if (again) {
        // By the process that died.
        return store.head(key);
      }
      metadata.forget(key);
      throw new FsException(Errno.EEXIST, key + " exists");
    }
  }

  Node mkdir(Spot spot, int mode, Caller caller, RequestId request) {
    return deeds.once(
        request,
        again -> {
          int permissions = directories.mode(spot.parent(), mode & PERMISSIONS);
          Map<String, String> described = stamped(spot, Attributes.DIRECTORY | permissions, caller);
          usage.await();
          usage.need(0, 1);
          Facts marker = mark(spot, described, again);
          metadata.madeDirectory(spot.path(), marker);
          times.touch(spot.around());
          return tree.take(
              spot.parent(),
              spot.place(),
              Line.of(Kind.DIRECTORY, spot.text(), Optional.of(marker), metadata.now()));
        });
  }

  private Facts mark(Spot spot, Map<String, String> described, boolean again) {
    try {
      return markers.make(spot.within(), described);
    } catch (StoreException.PreconditionFailed e) {
      if (again) {
        // By the process that died.
        return metadata.marker(spot.within());
      }
      metadata.forget(spot.path());
      throw new FsException(Errno.EEXIST, spot.path() + " exists");
    }
  }

  private Node take(Spot spot, Facts facts, long asked) {
    return tree.take(
        spot.parent(), spot.place(), Line.of(Kind.FILE, spot.text(), Optional.of(facts), asked));
  }
}
