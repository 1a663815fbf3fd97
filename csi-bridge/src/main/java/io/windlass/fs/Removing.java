package io.windlass.fs;

import io.windlass.fs.write.Quota.Growth;
import io.windlass.fs.write.StagedFile;
import io.windlass.fs.write.WriteException;
import io.windlass.store.Condition;
import io.windlass.store.Errno;
import io.windlass.store.ObjectStore;
import io.windlass.store.StoreException;
import java.util.Optional;
import java.util.OptionalLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Removes files and directories. */
final class Removing {
  private static final Logger log = LoggerFactory.getLogger(Removing.class);

  private final ObjectStore store;
  private final InodeTable inodes;
  private final HandleTable handles;
  private final Metadata metadata;
  private final Written written;
  private final Markers markers;
  private final Deeds deeds;
  private final Changing changing;
  private final Usage usage;
  private final DirectoryTimes times;

  Removing(
      ObjectStore store,
      StateDirectory state,
      Metadata metadata,
      Written written,
      Markers markers,
      Changing changing,
      Usage usage,
      DirectoryTimes times) {
    this.store = store;
    this.inodes = state.inodes();
    this.handles = state.handles();
    this.metadata = metadata;
    this.written = written;
    this.markers = markers;
    this.deeds = state.deeds();
    this.changing = changing;
    this.usage = usage;
    this.times = times;
  }

  Done unlink(Spot spot, RequestId request) {
    return deeds.once(
        request,
        _ -> {
          Optional<StagedFile> file = pulled(spot);
          // What was on its way to the bucket has arrived then, and nothing follows it.
          try (Holds _ = Holds.of(file.stream())) {
            OptionalLong size = size(spot, file);
            if (file.isEmpty() || file.get().isGone() || file.get().mayBeInBucket()) {
              markers.keep(spot.around(), spot.path());
              store.delete(spot.path(), Condition.always());
              uncount(spot, size);
            }
            gone(spot, file);
          }
          metadata.removed(spot.path());
          times.touch(spot.around());
          return Done.DONE;
        });
  }

  /**
   * Prepares that the object of a name goes, or is replaced: who has the file open reads on in what
   * it was. What it is written in, if there is such.
   */
  Optional<StagedFile> pulled(Spot spot) {
    Optional<StagedFile> file =
        written
            .at(spot.path())
            .or(() ->
                inodes
                    .find(spot.parent().id(), Kind.FILE, spot.text())
                    .filter(node -> handles.isOpen(node.id()))
                    .flatMap(node -> staged(node, spot.path())));
    file.filter(open -> handles.isOpen(open.id().node())).ifPresent(this::pull);
    return file;
  }

  /** How large the object of a name is, as far as that is known without asking. */
  OptionalLong size(Spot spot, Optional<StagedFile> file) {
    return file.isPresent()
        ? file.get().published()
        : metadata.cached(spot.path()).flatMap(Entry::file).stream()
            .mapToLong(Facts::size)
            .findAny();
  }

  /** An object of this size is not there any more. */
  void uncount(Spot spot, OptionalLong size) {
    size.ifPresent(bytes -> usage.published(spot.path(), new Growth(-bytes, -1)));
  }

  private Optional<StagedFile> staged(Inode node, String path) {
    Optional<Facts> facts = metadata.file(path).filter(found -> found.version() == node.version());
    if (facts.isEmpty()) {
      return Optional.empty();
    }
    try (Written.Use use = changing.use(node, facts.get())) {
      return Optional.of(use.file());
    }
  }

  private void pull(StagedFile file) {
    try {
      file.localise();
    } catch (StoreException | WriteException e) {
      if (!handles.isOpen(file.id().node())) {
        // Closed meanwhile, and dropped.
        return;
      }
      log.warn(
          "{} is deleted while it is open and could not be kept for those who read it ({}): they"
              + " will get ESTALE",
          file.key(),
          e.getMessage());
    }
  }

  /** The name leads to the file no more. */
  void gone(Spot spot, Optional<StagedFile> file) {
    file.ifPresent(written::unlinked);
    inodes
        .find(spot.parent().id(), Kind.FILE, spot.text())
        .ifPresent(node -> inodes.unname(node.id()));
  }

  Done rmdir(Spot spot, RequestId request) {
    return deeds.once(
        request,
        _ -> {
          empty(spot);
          markers.keep(spot.around(), spot.within());
          markers.delete(spot.within());
          inodes
              .find(spot.parent().id(), Kind.DIRECTORY, spot.text())
              .ifPresent(node -> inodes.unname(node.id()));
          metadata.removedDirectory(spot.path());
          times.touch(spot.around());
          return Done.DONE;
        });
  }

  /** Refuses if something is in the directory. */
  void empty(Spot spot) {
    if (!written.below(spot.within()).isEmpty() || !markers.isEmpty(spot.within())) {
      throw new FsException(Errno.ENOTEMPTY, spot.path() + " is not empty");
    }
  }
}
