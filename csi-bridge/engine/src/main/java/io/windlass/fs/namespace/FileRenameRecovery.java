package io.windlass.fs.namespace;

import io.windlass.error.DriverException;
import io.windlass.object.Condition;
import io.windlass.object.ObjectInfo;
import io.windlass.object.Revision;
import io.windlass.store.AtomicRenames;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finishes the rename of an object that a process had begun. Others may have written to both names
 * since then: their objects are neither replaced nor deleted, as far as the server can delete on
 * condition.
 */
final class FileRenameRecovery {
  private static final Logger log = LoggerFactory.getLogger(FileRenameRecovery.class);

  /** Number of attempts to finish a rename while others change its objects. */
  private static final int ROUNDS = 4;

  private final RenameIntentLog intentLog;
  private final ServerCopies copies;

  FileRenameRecovery(RenameIntentLog intentLog, ServerCopies copies) {
    this.intentLog = intentLog;
    this.copies = copies;
  }

  /** Result of finishing a rename. */
  sealed interface Outcome {
    /** The object is at its new name, with this revision, and no longer at the old one. */
    record Moved(Revision revision) implements Outcome {}

    /** Others removed or replaced the object before it was copied. */
    record Taken() implements Outcome {}

    /** Others wrote to the new name, so the object stays at the old one. */
    record Kept() implements Outcome {}
  }

  /**
   * Finishes the rename of an object.
   *
   * @throws DriverException if it cannot be finished now
   */
  Outcome finish(RenameIntentLog.Begun begun) {
    Optional<AtomicRenames> renames = copies.renames();
    return renames.isPresent() ? ask(renames.get(), begun.rename()) : copyAndDelete(begun);
  }

  /** Asks for the rename again, which does no harm if it was carried out. */
  private Outcome ask(AtomicRenames renames, RenameIntentLog.Rename rename) {
    Condition target = rename.destination().orElseGet(Condition::ifAbsent);
    try {
      return new Outcome.Moved(
          renames.object(rename.from(), rename.to(), rename.revision(), target));
    } catch (DriverException.NoSuchBucket e) {
      throw e;
    } catch (DriverException.NotFound | DriverException.PreconditionFailed e) {
      if (source(rename).isEmpty()) {
        return new Outcome.Taken();
      }
      log.warn(
          "{} was to be renamed to {} and stays: {}", rename.from(), rename.to(), e.getMessage());
      return new Outcome.Kept();
    }
  }

  private Optional<ObjectInfo> source(RenameIntentLog.Rename rename) {
    return copies.find(rename.from()).filter(info -> info.revision().equals(rename.revision()));
  }

  private Outcome copyAndDelete(RenameIntentLog.Begun begun) {
    RenameIntentLog.Rename rename = begun.rename();
    for (int round = 0; round < ROUNDS; round++) {
      Optional<ObjectInfo> source = source(rename);
      if (source.isEmpty()) {
        return left(rename);
      }
      if (rename.copied().isPresent()) {
        return delete(rename, rename.copied().get());
      }
      Optional<ObjectInfo> there = copies.find(rename.to());
      if (there.isPresent() && copies.isCopy(source.get(), there.get())) {
        return copied(begun, there.get().revision());
      }
      if (there.isPresent() && !isReplaced(there.get(), rename)) {
        log.warn(
            "{} was to be renamed to {}, which another client has written since: both are kept",
            rename.from(),
            rename.to());
        return new Outcome.Kept();
      }
      Optional<Revision> made = copy(rename, source.get(), there);
      if (made.isPresent()) {
        return copied(begun, made.get());
      }
    }
    throw new DriverException.Aborted(rename.from() + " is changed by others all the time");
  }

  /** Returns the result if the object is not at its old name any more. */
  private Outcome left(RenameIntentLog.Rename rename) {
    return rename.copied().<Outcome>map(Outcome.Moved::new).orElseGet(Outcome.Taken::new);
  }

  private static boolean isReplaced(ObjectInfo there, RenameIntentLog.Rename rename) {
    return rename.destination().equals(Optional.of(Condition.ifMatch(there.revision())));
  }

  /**
   * Copies the object. Returns empty if others changed the object at either name, or if a request
   * of the process that died arrived late.
   */
  private Optional<Revision> copy(
      RenameIntentLog.Rename rename, ObjectInfo source, Optional<ObjectInfo> there) {
    Condition condition =
        there.map(ObjectInfo::revision).map(Condition::ifMatch).orElseGet(Condition::ifAbsent);
    try {
      return Optional.of(
          copies
              .copy(rename.from(), source.revision(), source.size(), rename.to(), condition)
              .revision());
    } catch (DriverException.NoSuchBucket e) {
      throw e;
    } catch (DriverException.NotFound | DriverException.PreconditionFailed e) {
      return Optional.empty();
    }
  }

  private Outcome copied(RenameIntentLog.Begun begun, Revision made) {
    intentLog.copied(begun, made);
    return delete(begun.rename(), made);
  }

  private Outcome delete(RenameIntentLog.Rename rename, Revision made) {
    if (!copies.deleteCopied(rename.from(), rename.revision())) {
      log.info("{} was written again while it was renamed, and is kept", rename.from());
    }
    return new Outcome.Moved(made);
  }
}
