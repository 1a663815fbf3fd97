package io.windlass.fs;

import io.windlass.fs.write.BaseObject;
import io.windlass.fs.write.StagedFile;
import io.windlass.fs.write.StagedView;
import io.windlass.store.Errno;
import io.windlass.store.StoreException;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.locks.Lock;

/** Changes what files contain and what is said of them. */
final class Changing {
  private final VolumeOptions options;
  private final Tree tree;
  private final Look look;
  private final Metadata metadata;
  private final Written written;
  private final HandleTable handles;
  private final OpenFiles files;
  private final Usage usage;

  Changing(
      VolumeOptions options,
      Tree tree,
      Look look,
      Metadata metadata,
      Written written,
      HandleTable handles,
      OpenFiles files,
      Usage usage) {
    this.options = options;
    this.tree = tree;
    this.look = look;
    this.metadata = metadata;
    this.written = written;
    this.handles = handles;
    this.files = files;
    this.usage = usage;
  }

  /** Opens a file; with what it is written in, if that is what it is opened for. */
  OpenFile open(Inode node, Facts facts, int flags, RequestId request) {
    if (!OpenFiles.isWriting(flags)) {
      Lock lock = written.lock(node.id());
      lock.lock();
      try {
        // Between the question and this it may have been published, and so be another version.
        Facts now = written.ofNode(node.id()).map(own -> Facts.of(own.view())).orElse(facts);
        return files.open(node, now, flags, request);
      } finally {
        lock.unlock();
      }
    }
    usage.await();
    try (Written.Use use = use(node, whole(node, facts))) {
      use.opening();
      return files.open(node, use.file(), flags, request);
    }
  }

  /** Uses what a file is written in from now on, opened for it if need be. */
  Written.Use use(Inode node, Facts whole) {
    return written.use(
        node,
        () ->
            new BaseObject(
                tree.path(node),
                whole.etag(),
                whole.size(),
                Description.modified(whole.metadata().orElse(Map.of()))
                    .filter(_ -> options.objectMetadata())
                    .orElse(whole.modified()),
                whole.metadata().orElse(Map.of())));
  }

  /** With the metadata, which has to be kept when the object is written anew. */
  Facts whole(Inode node, Facts facts) {
    if (facts.metadata().isPresent()) {
      return facts;
    }
    String path = tree.path(node);
    Facts whole =
        metadata
            .file(path)
            .orElseThrow(() -> new FsException(Errno.ENOENT, path + " is not there any more"));
    if (!whole.etag().equals(facts.etag())) {
      metadata.forget(path);
      throw new FsException(Errno.ESTALE, path + " was replaced");
    }
    return whole;
  }

  /** Changes what a file is; in the bucket at once, unless somebody is writing it. */
  Known change(Inode node, Facts known, Changes changes) {
    Facts facts = whole(node, known);
    if (!options.objectMetadata() && isDescribed(node, facts, changes)) {
      throw new FsException(
          Errno.EPERM, "modes and owners need the metadata of objects, which is off");
    }
    try (Written.Use use = use(node, facts)) {
      changes.size().ifPresent(size -> use.file().truncate(size, Instant.now()));
      if (options.objectMetadata()) {
        describe(node, use.file(), changes);
      }
      publishUnlessOpen(node, use);
      return new Known(look.file(node.ino(), Facts.of(use.file().view())), options.metadataTtl());
    }
  }

  /** Replaces what is said of a file. */
  void describe(Inode node, Facts known, Map<String, String> described) {
    try (Written.Use use = use(node, whole(node, known))) {
      StagedFile file = use.file();
      file.describe(Description.changedAt(described, Instant.now()), file.view().modified());
      publishUnlessOpen(node, use);
    }
  }

  private boolean isDescribed(Inode node, Facts facts, Changes changes) {
    Attributes now = look.file(node.ino(), facts);
    return changes.mode().orElse(now.mode()) % 010000 != now.mode() % 010000
        || changes.uid().orElse(now.uid()) != now.uid()
        || changes.gid().orElse(now.gid()) != now.gid();
  }

  private void describe(Inode node, StagedFile file, Changes changes) {
    if (!changes.describes()) {
      return;
    }
    StagedView view = file.view();
    Attributes now = look.file(node.ino(), Facts.of(view));
    Instant modified = changes.modified().orElse(view.modified());
    Map<String, String> described = Description.changed(view.metadata(), now, changes);
    if (!described.equals(view.metadata()) || !modified.equals(view.modified())) {
      file.describe(Description.changedAt(described, Instant.now()), modified);
    }
  }

  private void publishUnlessOpen(Inode node, Written.Use use) {
    if (handles.isWritten(node.id())) {
      return;
    }
    try {
      written.publish(use.file());
    } catch (StoreException | FsException e) {
      use.failed();
      throw e;
    }
  }
}
