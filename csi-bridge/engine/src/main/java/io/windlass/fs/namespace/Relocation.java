package io.windlass.fs.namespace;

import static java.util.stream.Collectors.groupingBy;

import io.windlass.error.DriverException;
import io.windlass.fs.inode.InodeTable;
import io.windlass.fs.open.OpenWrites;
import io.windlass.fs.open.StagedFileLocks;
import io.windlass.fs.posix.ObjectStat;
import io.windlass.fs.staging.StagedFile;
import io.windlass.fs.upload.PublishToken;
import io.windlass.object.ObjectInfo;
import io.windlass.object.Revision;
import io.windlass.operation.Deadline;
import io.windlass.store.AtomicRenames;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Moves the objects of a directory to another; staged files that are not published go along. */
public final class Relocation {
  private static final Logger log = LoggerFactory.getLogger(Relocation.class);

  private final InodeTable inodes;
  private final OpenWrites openWrites;
  private final ServerCopies copies;

  public Relocation(InodeTable inodes, OpenWrites openWrites, ServerCopies copies) {
    this.inodes = inodes;
    this.openWrites = openWrites;
    this.copies = copies;
  }

  /**
   * Moves everything below a prefix. If that fails, calling this again goes on with it.
   *
   * @return whether there was an object at the prefix itself
   */
  boolean move(String from, String to) {
    return move(from, to, (moved, _) -> copies.moveAll(from, to, moved));
  }

  /**
   * Moves everything below a prefix at once.
   *
   * @throws DriverException if that cannot be done; then nothing is moved
   */
  void rename(AtomicRenames renames, String from, String to) {
    boolean _ = move(from, to, (_, _) -> renames.directory(from, to));
  }

  /**
   * Goes on with a move that another process began. Objects that others wrote to new keys since
   * stay there, and the objects that were to come there stay at their old keys.
   *
   * @return whether it was moved, as far as possible; false: all of it stays
   */
  boolean resume(String from, String to) {
    Optional<AtomicRenames> renames = copies.renames();
    if (renames.isPresent()) {
      return resume(renames.get(), from, to);
    }
    boolean _ = move(from, to, (moved, stayed) -> copies.resumeAll(from, to, moved, stayed));
    return true;
  }

  private boolean resume(AtomicRenames renames, String from, String to) {
    try {
      rename(renames, from, to);
      return true;
    } catch (DriverException.NoSuchBucket e) {
      throw e;
    } catch (DriverException.PreconditionFailed | DriverException.NotFound e) {
      if (e instanceof DriverException.NotFound && copies.isEmpty(from)) {
        // The process that began it had it done.
        boolean _ = move(from, to, (_, _) -> {});
        return true;
      }
      log.warn("{} was to be renamed to {} and stays: {}", from, to, e.getMessage());
      return false;
    }
  }

  /** Moves objects, and reports each that was moved and the key of each that stayed. */
  private interface Mover {
    void move(Consumer<ServerCopies.Moved> moved, Consumer<String> stayed);
  }

  private boolean move(String from, String to, Mover mover) {
    Map<StagedFile, String> before = new HashMap<>();
    boolean[] itself = {false};
    // A publishing to an old key between the copies and the deletion would be lost.
    try (StagedFileLocks holds = StagedFileLocks.of(openWrites.under(from).stream())) {
      holds.files().forEach(file -> before.put(file, file.key()));
      Map<String, List<StagedFile>> files =
          new HashMap<>(holds.files().stream().collect(groupingBy(StagedFile::key)));
      mover.move(
          moved -> {
            String key = moved.from();
            itself[0] |= key.equals(from);
            files.getOrDefault(key, List.of()).forEach(file -> follow(file, moved));
            files.remove(key);
          },
          files::remove);
      files.forEach((key, staged) -> {
        String now = to + key.substring(from.length());
        staged.forEach(file -> follow(file, now));
      });
    } finally {
      before.forEach(openWrites::rekeyed);
    }
    return itself[0];
  }

  /**
   * Moves a staged file to the new key of its object. If it is based on another version, it stays
   * in conflict.
   */
  private void follow(StagedFile file, ServerCopies.Moved moved) {
    Optional<Revision> base = file.view().revision();
    boolean same = base.equals(Optional.of(moved.base()));
    moved(file, moved.to(), same ? Optional.of(moved.revision()) : base);
  }

  /**
   * Moves a staged file that has no object at the old key: it never had one, or the object was
   * moved before. What is at the new key is its base only if it is surely the object that was
   * moved: others may have replaced that since, and then the file is in conflict.
   */
  private void follow(StagedFile file, String key) {
    moved(
        file,
        key,
        file.base()
            .map(base ->
                copies
                    .find(key)
                    .filter(found -> PublishToken.isCopy(base, found.size(), found.metadata()))
                    .map(ObjectInfo::revision)
                    .orElse(base.revision())));
    Deadline.progress();
  }

  private void moved(StagedFile file, String key, Optional<Revision> revision) {
    if (file.isGone()) {
      return;
    }
    file.moved(key, revision);
    if (openWrites.has(file)) {
      revision.ifPresent(found -> inodes.version(file.id().node(), ObjectStat.version(found)));
    }
  }
}
