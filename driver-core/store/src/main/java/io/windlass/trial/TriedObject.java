package io.windlass.trial;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.windlass.error.DriverException;
import io.windlass.object.Condition;
import io.windlass.object.Content;
import io.windlass.object.ObjectInfo;
import io.windlass.object.ObjectReader;
import io.windlass.object.Revision;
import io.windlass.store.CopySource;
import io.windlass.store.GetOptions;
import io.windlass.store.ObjectStore;
import io.windlass.store.PutOptions;
import io.windlass.store.Upload;
import java.io.IOException;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The object that is tried in a run. Every content is different, so every write is a revision. */
record TriedObject(ObjectStore store, String key) {
  private static final Logger log = LoggerFactory.getLogger(TriedObject.class);
  private static final int MAX_BYTES = 1024;

  /** Length of a UUID. */
  private static final int TEXT_BYTES = 36;

  static Content text() {
    return content(UUID.randomUUID().toString());
  }

  static Content content(String text) {
    return Content.of(text.getBytes(UTF_8));
  }

  ObjectInfo put() {
    return store.put(key, text(), PutOptions.DEFAULT);
  }

  void delete() {
    store.delete(key, Condition.always());
  }

  /** Returns it as the source of copies on condition of one of its states. */
  CopySource source(Revision revision) {
    return CopySource.of(store.bucket(), key).withIfMatch(revision).withSize(TEXT_BYTES);
  }

  Optional<ObjectInfo> head() {
    try {
      return Optional.of(store.head(key));
    } catch (DriverException.NoSuchBucket e) {
      throw e;
    } catch (DriverException.NotFound e) {
      return Optional.empty();
    }
  }

  /** Returns its content; empty text if it is not there. */
  String read() {
    try (ObjectReader reader = store.get(key, GetOptions.ALL)) {
      return new String(reader.readAll(MAX_BYTES), UTF_8);
    } catch (DriverException.NotFound e) {
      return "";
    } catch (IOException e) {
      throw new DriverException.Unavailable("an object cannot be read", e);
    }
  }

  /** Whether uploads may be aborted says nothing of what was tried with them. */
  Upload aborted(Upload upload) {
    try {
      store.uploads().abort(upload);
    } catch (DriverException.PermissionDenied e) {
      log.warn("an upload to {} of bucket {} stays: {}", key, store.bucket(), e.getMessage());
    }
    return upload;
  }
}
