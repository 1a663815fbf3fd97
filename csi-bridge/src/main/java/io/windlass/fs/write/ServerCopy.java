package io.windlass.fs.write;

import io.windlass.store.ByteRange;
import io.windlass.store.Condition;
import io.windlass.store.CopyOptions;
import io.windlass.store.CopySource;
import io.windlass.store.Feature;
import io.windlass.store.ObjectInfo;
import io.windlass.store.Part;
import io.windlass.store.PutOptions;
import io.windlass.store.StoreException;
import io.windlass.store.Upload;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentSkipListMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes a staged file in which nothing is the copy of an object: the server makes it, and it is in
 * the bucket at once, so that nothing depends on the object that was copied any more. Used by
 * whoever holds the file.
 */
final class ServerCopy {
  private static final Logger LOG = LoggerFactory.getLogger(ServerCopy.class);

  private final Staging staging;
  private final StagedContent content;
  private final Uploader uploader;
  private final Publisher publisher;

  ServerCopy(Staging staging, StagedContent content, Uploader uploader, Publisher publisher) {
    this.staging = staging;
    this.content = content;
    this.uploader = uploader;
    this.publisher = publisher;
  }

  /** Whether it did; if not, the file is as before, and its bytes can be written instead. */
  boolean of(BaseObject source, Instant now) {
    content.needSize(source.size());
    uploader.pause();
    try {
      publisher.settle();
      if (!content.look(this::isPossible)) {
        return false;
      }
      uploader.giveUp();
      copy(source, now);
      return true;
    } catch (StoreException e) {
      LOG.atDebug().addKeyValue("key", content.key()).setCause(e).log("The server did not copy");
      return false;
    } catch (IOException e) {
      throw content.failure(e);
    } finally {
      uploader.resume();
    }
  }

  private boolean isPossible(StagedState state) {
    return state.size() == 0 && !state.isUnlinked() && !state.isConflict();
  }

  private void copy(BaseObject source, Instant now) throws IOException {
    boolean whole = source.size() <= staging.settings().copyBytes();
    if (!whole && !staging.capabilities().has(Feature.COPY_PART)) {
      throw new StoreException.Unsupported("the store copies no parts", null);
    }
    Feature conditional = whole ? Feature.COPY_CONDITIONAL : Feature.COMPLETE_CONDITIONAL;
    Condition condition = publisher.condition(conditional, conditional);
    Map<String, String> metadata = content.look(state -> state.metadata(now));
    String token = UUID.randomUUID().toString();
    content.note(new StagingEvent.Publishing(token));
    Map<String, String> marked = Publisher.marked(metadata, token);
    ObjectInfo info =
        whole ? atOnce(source, marked, condition) : inParts(source, marked, condition);
    content.note(
        new StagingEvent.Copied(
            token, info.etag(), source.size(), info.lastModified(), metadata, now));
  }

  private CopySource from(BaseObject source) {
    return CopySource.of(staging.store().bucket(), source.key()).withIfMatch(source.etag());
  }

  private ObjectInfo atOnce(BaseObject source, Map<String, String> marked, Condition condition) {
    return staging
        .store()
        .copy(from(source), content.key(), new CopyOptions(condition, Optional.of(marked)));
  }

  /** What is cut off here is aborted by what keeps account of uploads. */
  private ObjectInfo inParts(BaseObject source, Map<String, String> marked, Condition condition)
      throws IOException {
    String key = content.key();
    return staging
        .uploads()
        .start(
            key,
            () -> {
              Upload upload =
                  staging.store().startUpload(key, PutOptions.DEFAULT.withMetadata(marked));
              return staging.store().completeUpload(upload, parts(source, upload), condition);
            });
  }

  private List<Part> parts(BaseObject source, Upload upload) {
    long length =
        Math.max(
            staging.settings().copyBytes(), source.size() / staging.capabilities().maxParts() + 1);
    ConcurrentSkipListMap<Integer, Part> parts = new ConcurrentSkipListMap<>();
    InFlight copying = new InFlight();
    int number = 1;
    for (long at = 0; at < source.size() && !copying.isFailed(); at += length) {
      ByteRange range = new ByteRange(at, Math.min(length, source.size() - at));
      int next = number++;
      staging.slot();
      copying.begin();
      Thread.ofVirtual()
          .name("part")
          .start(() -> {
            try {
              parts.put(next, staging.store().copyPart(upload, next, from(source), range));
            } catch (RuntimeException e) {
              copying.fail(e);
            } finally {
              staging.parts().release();
              copying.end();
            }
          });
    }
    copying.await(staging.settings().timeout());
    return List.copyOf(parts.values());
  }
}
