package io.windlass.fs.upload;

import io.windlass.error.DriverException;
import io.windlass.object.ObjectProperties;
import io.windlass.store.ObjectStore;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the properties of objects that are about to be replaced, to write them back with the
 * changed object.
 */
public final class KeptProperties {
  private static final Logger log = LoggerFactory.getLogger(KeptProperties.class);

  private final ObjectStore store;
  private final boolean dropsTags;

  /** Whether the log says already what may not be read. */
  private final AtomicBoolean said = new AtomicBoolean();

  /**
   * Creates a reader.
   *
   * @param dropsTags whether an object loses the properties that the credential may not read, its
   *     tags; otherwise it cannot be changed
   */
  public KeptProperties(ObjectStore store, boolean dropsTags) {
    this.store = store;
    this.dropsTags = dropsTags;
  }

  /** Returns whether an object loses the properties that the credential may not read. */
  public boolean dropsTags() {
    return dropsTags;
  }

  /**
   * Returns all properties of the object that is at a key now, {@link ObjectProperties#NONE} if
   * there is none.
   *
   * @throws DriverException.PermissionDenied if the credential may not read them
   */
  public ObjectProperties at(String key) {
    try {
      return whole(key, store.head(key).properties());
    } catch (DriverException.NoSuchBucket e) {
      throw e;
    } catch (DriverException.NotFound e) {
      return ObjectProperties.NONE;
    }
  }

  /**
   * Returns all properties of an object that it keeps when it is replaced.
   *
   * @param seen those that an answer of the store told
   * @throws DriverException.PermissionDenied if the credential may not read the others, or if the
   *     object has something that no write can give it again
   */
  public ObjectProperties whole(String key, ObjectProperties seen) {
    if (seen.whole()) {
      return seen;
    }
    try {
      return store.properties(key, seen);
    } catch (DriverException.PermissionDenied e) {
      if (dropsTags) {
        return seen.asWhole();
      }
      say(key, e);
      throw e;
    } catch (DriverException.Unsupported e) {
      say(key, e);
      throw refused(e);
    }
  }

  /** Returns what programs are told if an object would lose what no write can give it again. */
  public static DriverException refused(DriverException.Unsupported reason) {
    return new DriverException.PermissionDenied(reason.getMessage(), reason);
  }

  private void say(String key, DriverException reason) {
    if (!said.getAndSet(true)) {
      log.warn("{} cannot be changed, nor others like it: {}", key, reason.getMessage());
    }
  }
}
