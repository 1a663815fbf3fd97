package io.windlass.fs.write;

import io.windlass.store.Condition;
import io.windlass.store.CopyOptions;
import io.windlass.store.CopyResult;
import io.windlass.store.CopySource;
import io.windlass.store.Feature;
import io.windlass.store.ObjectInfo;
import io.windlass.store.PutOptions;
import io.windlass.store.StoreException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Makes a staged file an object in the bucket, in one request that makes all of it visible. Used by
 * whoever holds the file.
 *
 * <p>Every content that may become visible has a token, written in the journal before, and in the
 * object's user metadata: so a lost answer, or a death before it came, is not taken for another
 * writer, and never ends in two.
 */
final class Publisher {
  /** User metadata that says which publishing an object is from. */
  static final String TOKEN = "windlass-publish";

  /** An upload that the server does not know any more is begun anew, so many times. */
  private static final int ROUNDS = 4;

  private final Staging staging;
  private final StagedContent content;
  private final BaseFetcher fetcher;
  private final Uploader uploader;

  Publisher(Staging staging, StagedContent content, BaseFetcher fetcher, Uploader uploader) {
    this.staging = staging;
    this.content = content;
    this.fetcher = fetcher;
    this.uploader = uploader;
  }

  /** User metadata with a token. */
  static Map<String, String> marked(Map<String, String> metadata, String token) {
    Map<String, String> marked = new HashMap<>(metadata);
    marked.put(TOKEN, token);
    return marked;
  }

  /** User metadata without the token. */
  static Map<String, String> unmarked(Map<String, String> metadata) {
    Map<String, String> unmarked = new HashMap<>(metadata);
    unmarked.remove(TOKEN);
    return unmarked;
  }

  /**
   * Publishes what is dirty.
   *
   * @return whether anything was
   */
  boolean publish() {
    if (!content.look(StagedState::isDirty)) {
      return false;
    }
    uploader.pause();
    try {
      content.noteTime();
      settle();
      for (int round = 1; content.look(StagedState::isDirty); round++) {
        if (content.look(StagedState::isConflict)) {
          throw conflict(null);
        }
        try {
          attempt();
        } catch (StoreException e) {
          failed(e, round == ROUNDS);
        }
      }
      return true;
    } finally {
      uploader.resume();
    }
  }

  /** Finds out what became of publishings whose end nobody saw. */
  void settle() {
    if (!content.look(StagedState::pending).isEmpty()) {
      head().ifPresent(this::adopt);
    }
  }

  private void attempt() {
    boolean dirty = content.look(StagedState::isContentDirty);
    long size = content.view().size();
    if (size <= staging.settings().partBytes() && (dirty || isLocal(size))) {
      uploader.giveUp();
      fetcher.fetch(0, size);
      put(size);
    } else if (!dirty && size <= staging.settings().copyBytes()) {
      uploader.giveUp();
      describe();
    } else {
      upload();
    }
  }

  private boolean isLocal(long size) {
    return content.look(state ->
        state.extents().of(0, size).stream()
            .noneMatch(extent -> extent.kind() == Extents.Kind.BASE));
  }

  /** The last token, if it is still for what the file is now; otherwise a new one. */
  private String token() {
    String token =
        content.look(state ->
            state.pending().isEmpty() || state.isChangedSince()
                ? UUID.randomUUID().toString()
                : state.pending().getLast());
    content.note(new StagingEvent.Publishing(token));
    return token;
  }

  private void put(long size) {
    Condition condition = condition(Feature.PUT_IF_ABSENT, Feature.PUT_IF_MATCH);
    Map<String, String> metadata = content.view().metadata();
    String token = token();
    ObjectInfo info =
        staging
            .store()
            .put(
                content.key(),
                new StagedBytes(content, 0, size),
                PutOptions.DEFAULT.withMetadata(marked(metadata, token)).withCondition(condition));
    published(token, info, size, metadata);
  }

  /** Has the server copy the object onto itself, for the metadata's sake. */
  private void describe() {
    Condition condition = condition(Feature.COPY_CONDITIONAL, Feature.COPY_CONDITIONAL);
    BaseObject base = content.look(StagedState::base).orElseThrow();
    Map<String, String> metadata = content.view().metadata();
    String token = token();
    CopyResult copy =
        staging
            .uploads()
            .copy(
                CopySource.of(staging.store().bucket(), base.key()).withIfMatch(base.etag()),
                content.key(),
                new CopyOptions(condition, Optional.of(marked(metadata, token))));
    content.note(
        new StagingEvent.Published(token, copy.etag(), base.size(), copy.lastModified(), metadata));
  }

  private void upload() {
    boolean old =
        content.look(state ->
            state.isChangedSince()
                && state.upload().stream()
                    .anyMatch(upload -> state.pending().contains(upload.token())));
    if (old) {
      // It may have been completed as something else, under the same token.
      uploader.giveUp();
    }
    Uploader.Sent sent = uploader.sendAll();
    Condition condition = condition(Feature.COMPLETE_CONDITIONAL, Feature.COMPLETE_CONDITIONAL);
    StagingEvent.UploadStarted started = sent.started();
    content.note(new StagingEvent.Publishing(started.token()));
    ObjectInfo info = staging.store().completeUpload(sent.upload(), sent.parts(), condition);
    published(started.token(), info, content.view().size(), started.metadata());
  }

  private void published(String token, ObjectInfo info, long size, Map<String, String> metadata) {
    content.note(
        new StagingEvent.Published(token, info.etag(), size, info.lastModified(), metadata));
  }

  /**
   * On which condition the object may be replaced. Where the store cannot check it, it is checked
   * here just before.
   */
  Condition condition(Feature absent, Feature match) {
    Optional<String> etag = content.view().etag();
    if (staging.capabilities().has(etag.isPresent() ? match : absent)) {
      return etag.map(Condition::ifMatch).orElseGet(Condition::ifAbsent);
    }
    if (!head().map(ObjectInfo::etag).equals(etag)) {
      throw new StoreException.PreconditionFailed(content.key() + " has changed", null);
    }
    return Condition.always();
  }

  private Optional<ObjectInfo> head() {
    try {
      return Optional.of(staging.store().head(content.key()));
    } catch (StoreException.NoSuchBucket e) {
      throw e;
    } catch (StoreException.NotFound e) {
      return Optional.empty();
    }
  }

  /** Returns if it is worth going on: what failed has succeeded after all, or can be repaired. */
  private void failed(StoreException e, boolean last) {
    boolean unclear =
        switch (e) {
          case StoreException.PreconditionFailed _,
              StoreException.NotFound _,
              StoreException.InvalidArgument _,
              StoreException.Unexpected _ ->
              true;
          case StoreException.Unavailable _, StoreException.Busy _ ->
              !content.look(StagedState::pending).isEmpty();
          case StoreException.AlreadyExists _,
              StoreException.Unauthenticated _,
              StoreException.PermissionDenied _,
              StoreException.NotEmpty _,
              StoreException.InUse _,
              StoreException.Unfit _,
              StoreException.QuotaExceeded _,
              StoreException.OutOfRange _,
              StoreException.Unsupported _ ->
              false;
        };
    if (!unclear) {
      throw e;
    }
    if (adopted(found(e), e)) {
      return;
    }
    if (last || e.retryable() || content.look(StagedState::upload).isEmpty()) {
      throw e;
    }
    // The upload may be gone, or have a part that came late.
    uploader.giveUp();
  }

  /**
   * What a publishing that failed has made all the same.
   *
   * @throws StoreException why it failed, if it has made nothing; that is a conflict if somebody
   *     else changed the object
   */
  ObjectInfo arrived(String token, StoreException e) {
    Optional<ObjectInfo> found = found(e);
    if (found.isPresent() && token.equals(found.get().metadata().get(TOKEN))) {
      return found.get();
    }
    // An earlier one that came late is not this; that it came has to be known all the same.
    adopted(found, e);
    throw e;
  }

  /** What is in the bucket after a failure. */
  private Optional<ObjectInfo> found(StoreException e) {
    try {
      return head();
    } catch (StoreException unknown) {
      e.addSuppressed(unknown);
      throw e;
    }
  }

  /** Whether that was made by an earlier publishing; if not, it is what the file is based on. */
  private boolean adopted(Optional<ObjectInfo> found, StoreException e) {
    if (found.isPresent() && adopt(found.get())) {
      return true;
    }
    if (!found.map(ObjectInfo::etag).equals(content.view().etag())) {
      content.note(new StagingEvent.Conflicted());
      throw conflict(e);
    }
    return false;
  }

  /** Takes an object for the file's own if it has a token of its own. */
  private boolean adopt(ObjectInfo found) {
    List<String> pending = content.look(StagedState::pending);
    Optional<String> token = Optional.ofNullable(found.metadata().get(TOKEN));
    if (token.filter(pending::contains).isEmpty()) {
      return false;
    }
    published(token.get(), found, found.size(), unmarked(found.metadata()));
    return true;
  }

  private StoreException conflict(@Nullable Throwable cause) {
    return new StoreException.PreconditionFailed(
        "%s was changed by somebody else; what was written is in %s"
            .formatted(content.key(), content.path()),
        cause);
  }
}
