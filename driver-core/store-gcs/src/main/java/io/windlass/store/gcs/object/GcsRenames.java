package io.windlass.store.gcs.object;

import com.google.api.services.storage.model.StorageObject;
import io.windlass.error.DriverException;
import io.windlass.hash.Sha256;
import io.windlass.object.Condition;
import io.windlass.object.Revision;
import io.windlass.store.AtomicRenames;
import io.windlass.store.gcs.client.GcsKeys;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Renames in a bucket with a hierarchical namespace. */
record GcsRenames(GcsBucketClient bucket, GcsFolderApi folders) implements AtomicRenames {
  /** Most attempts to mark an object that others describe at the same time. */
  private static final int ROUNDS = 4;

  /**
   * The object gets another generation. So that a later call recognises it, it is marked with its
   * name and generation before: the mark moves along, and is shown to nobody.
   */
  @Override
  public Revision object(String from, String to, Revision source, Condition target) {
    long generation = GcsObjects.generation(source);
    Long ifGeneration = GcsObjects.ifGeneration(target);
    String name = GcsKeys.check(from);
    String renamed = GcsKeys.check(to);
    String mark = generation + "." + Sha256.hex(name, 32);
    try {
      mark(name, generation, mark);
      return GcsObjects.revision(folders.move(name, renamed, generation, ifGeneration));
    } catch (DriverException.NoSuchBucket e) {
      throw e;
    } catch (DriverException.NotFound | DriverException.PreconditionFailed e) {
      return find(renamed)
          .filter(there -> isMarked(there, mark))
          .filter(_ -> find(name).filter(old -> old.getGeneration() == generation).isEmpty())
          .map(GcsObjects::revision)
          .orElseThrow(() -> e);
    }
  }

  private static boolean isMarked(StorageObject object, String mark) {
    return mark.equals(GcsMetadata.stored(object).get(GcsMetadata.MARK));
  }

  private Optional<StorageObject> find(String key) {
    try {
      return Optional.of(look(key, null));
    } catch (DriverException.NoSuchBucket e) {
      throw e;
    } catch (DriverException.NotFound e) {
      return Optional.empty();
    }
  }

  private StorageObject look(String key, @Nullable Long generation) {
    return bucket
        .call("rename", key, () -> bucket.api().look(GcsObjectApi.Named.live(key), generation))
        .resource();
  }

  private void mark(String key, long generation, String mark) {
    for (int round = 1; ; round++) {
      StorageObject seen = look(key, generation);
      if (isMarked(seen, mark)) {
        return;
      }
      Map<String, String> marked = new HashMap<>(GcsMetadata.stored(seen));
      marked.put(GcsMetadata.MARK, mark);
      try {
        var _ = bucket.call("rename", key, () -> bucket.api().describe(seen, marked));
        return;
      } catch (DriverException.PreconditionFailed e) {
        if (round == ROUNDS) {
          throw e;
        }
      }
    }
  }

  /**
   * Looks at both names before, as the answer to a request that is repeated does not say what the
   * first one did.
   */
  @Override
  public void directory(String from, String to) {
    if (folders.find(from).isEmpty()) {
      throw new DriverException.NotFound(
          bucket.errors().says("rename", bucket.target(from), "there is no such folder"), null);
    }
    if (folders.find(to).isPresent() || find(to.substring(0, to.length() - 1)).isPresent()) {
      throw taken(to, null);
    }
    try {
      folders.rename(from, to);
    } catch (DriverException.NoSuchBucket e) {
      throw e;
    } catch (DriverException.NotFound | DriverException.AlreadyExists e) {
      boolean there = folders.find(to).isPresent();
      if (!there || folders.find(from).isPresent()) {
        throw there ? taken(to, e) : e instanceof DriverException.NotFound ? e : busy(from, e);
      }
    }
  }

  /** An earlier operation of the service may not be over. */
  private DriverException busy(String from, Throwable cause) {
    return new DriverException.Unavailable(
        bucket.errors().says("rename", bucket.target(from), "the service is busy with it"), cause);
  }

  private DriverException taken(String to, @Nullable Throwable cause) {
    return new DriverException.PreconditionFailed(
        bucket.errors().says("rename", bucket.target(to), "the new name is taken"), cause);
  }
}
