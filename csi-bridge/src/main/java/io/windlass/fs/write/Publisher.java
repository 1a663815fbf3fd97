package io.windlass.fs.write;

import io.windlass.fs.read.ReadSlices;
import io.windlass.store.Condition;
import io.windlass.store.ObjectInfo;
import io.windlass.store.PutOptions;
import io.windlass.store.StoreException;
import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Makes a staged file an object in the bucket. Used by one thread at a time. */
final class Publisher {
  /** User metadata that says which publishing an object is from. */
  static final String TOKEN = "windlass-publish";

  private static final int FETCH = 1 << 20;

  private final Staging staging;
  private final StagedContent content;
  private final OverlayReader reader;

  Publisher(Staging staging, StagedContent content, OverlayReader reader) {
    this.staging = staging;
    this.content = content;
    this.reader = reader;
  }

  void wrote(long offset, long end) {}

  void close() {}

  void giveUp() {}

  /** Fetches what is only in the base. */
  void localise(long from, long to) {
    for (Extents.Extent extent : content.look(state -> state.extents().of(from, to))) {
      long at = extent.start();
      while (extent.kind() == Extents.Kind.BASE && at < extent.end()) {
        int length = (int) Math.min(FETCH, extent.end() - at);
        try (ReadSlices slices = reader.read(at, length)) {
          for (MemorySegment segment : slices.segments()) {
            content.keep(at, segment.asByteBuffer());
            at += segment.byteSize();
          }
        }
      }
    }
  }

  /** Publishes what is dirty; false if nothing was. */
  boolean publish() {
    boolean published = false;
    if (content.look(state -> state.isDirty() && !state.pending().isEmpty())) {
      published = find().isPresent();
    }
    while (content.look(StagedState::isDirty)) {
      if (content.look(StagedState::isConflict)) {
        throw conflict(null);
      }
      put();
      published = true;
    }
    return published;
  }

  private void put() {
    localise(0, content.view().size());
    StagedView view = content.view();
    String token = UUID.randomUUID().toString();
    content.note(new StagingEvent.Publishing(token));
    Map<String, String> metadata = new HashMap<>(view.metadata());
    metadata.put(TOKEN, token);
    try {
      ObjectInfo info =
          staging
              .store()
              .put(
                  content.key(),
                  new StagedBytes(content, 0, view.size()),
                  PutOptions.DEFAULT.withMetadata(metadata).withCondition(condition(view)));
      content.note(
          new StagingEvent.Published(
              token, info.etag(), view.size(), info.lastModified(), view.metadata()));
    } catch (StoreException.PreconditionFailed | StoreException.NotFound e) {
      if (find().isEmpty()) {
        content.note(new StagingEvent.Conflicted());
        throw conflict(e);
      }
    } catch (StoreException.Unavailable e) {
      if (find().isEmpty()) {
        throw e;
      }
    }
  }

  private static Condition condition(StagedView view) {
    return view.etag().map(Condition::ifMatch).orElseGet(Condition::ifAbsent);
  }

  /** Looks whether one of the file's own publishings is in the bucket, and notes it. */
  private Optional<ObjectInfo> find() {
    List<String> pending = content.look(StagedState::pending);
    Optional<ObjectInfo> found;
    try {
      found = Optional.of(staging.store().head(content.key()));
    } catch (StoreException.NotFound e) {
      return Optional.empty();
    }
    Optional<String> token =
        found.map(info -> info.metadata().get(TOKEN)).filter(pending::contains);
    if (token.isEmpty()) {
      return Optional.empty();
    }
    Map<String, String> metadata = new HashMap<>(found.get().metadata());
    metadata.remove(TOKEN);
    content.note(
        new StagingEvent.Published(
            token.get(),
            found.get().etag(),
            found.get().size(),
            found.get().lastModified(),
            metadata));
    return found;
  }

  private StoreException conflict(@org.jspecify.annotations.Nullable Throwable cause) {
    return new StoreException.PreconditionFailed(
        "%s was changed by somebody else; what was written is in %s"
            .formatted(content.key(), content.path()),
        cause);
  }
}
