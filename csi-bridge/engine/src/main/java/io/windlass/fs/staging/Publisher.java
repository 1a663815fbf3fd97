package io.windlass.fs.staging;

import io.windlass.error.DriverException;
import io.windlass.fs.journal.BaseObject;
import io.windlass.fs.journal.Extents;
import io.windlass.fs.journal.StagingEvent;
import io.windlass.fs.upload.PublishToken;
import io.windlass.fs.upload.TargetBucket;
import io.windlass.fs.upload.Transfers;
import io.windlass.object.Condition;
import io.windlass.object.ObjectInfo;
import io.windlass.object.ObjectProperties;
import io.windlass.object.Revision;
import io.windlass.store.CopyOptions;
import io.windlass.store.CopyResult;
import io.windlass.store.Feature;
import io.windlass.store.MetadataUpdates;
import io.windlass.store.Part;
import io.windlass.store.PutOptions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Publishes a staged file: makes it an object in the bucket, in one request that makes all of it
 * visible. Used by the thread that holds the file. Other threads may change the file meanwhile;
 * such a change is not published with it.
 *
 * <p>Every content that may become visible has a token, recorded in the journal before and in the
 * object's user metadata. So if an answer is lost, or the process dies before it comes, the object
 * is not taken for that of another writer, and a repeated request counts as the same publishing.
 */
final class Publisher {
  /**
   * Number of attempts, for example to begin an upload anew that the server does not know any more.
   */
  private static final int ROUNDS = 4;

  private final TargetBucket bucket;
  private final Transfers transfers;
  private final WriteSettings settings;
  private final StagedContent content;
  private final BaseFetcher fetcher;
  private final Uploader uploader;

  Publisher(
      TargetBucket bucket,
      Transfers transfers,
      WriteSettings settings,
      StagedContent content,
      BaseFetcher fetcher,
      Uploader uploader) {
    this.bucket = bucket;
    this.transfers = transfers;
    this.settings = settings;
    this.content = content;
    this.fetcher = fetcher;
    this.uploader = uploader;
  }

  /** Way in which a file becomes an object. */
  private enum Way {
    /** All of it is sent in one request. */
    PUT,
    /**
     * Only the metadata of the object is changed, in place or by a copy of the object onto itself.
     */
    DESCRIBE,
    /** It is sent in parts, some of which the server may copy from the present object. */
    UPLOAD
  }

  /**
   * Publishes the file if it is dirty.
   *
   * @param until number of changes that the caller waits for; later changes may stay dirty
   * @return whether anything was published
   * @throws BrokenOffException if another thread needs the file first
   */
  boolean publish(long until) {
    if (!isLeft(until)) {
      return false;
    }
    uploader.pause();
    try {
      content.noteTime();
      settle();
      for (int failures = 0; isLeft(until); ) {
        if (content.look(StagedState::isConflict)) {
          throw conflict(null);
        }
        if (content.isUrgent()) {
          throw new BrokenOffException(null);
        }
        try {
          attempt();
        } catch (DriverException e) {
          if (content.isUrgent()) {
            // If the request has made an object all the same, the next publishing finds it.
            throw new BrokenOffException(e);
          }
          failures++;
          failed(e, failures == ROUNDS);
        }
      }
      return true;
    } finally {
      uploader.resume();
    }
  }

  /** Returns whether there is something to publish and one request sends all of it. */
  boolean isSentWhole() {
    return content.look(state -> state.isDirty() && way(state) == Way.PUT);
  }

  private boolean isLeft(long until) {
    return content.look(StagedState::isDirty) && !content.isPublished(until);
  }

  /**
   * Looks whether a publishing whose result is unknown has made the object in the bucket, and
   * records it if it has.
   */
  void settle() {
    if (!content.look(StagedState::pending).isEmpty()) {
      head().ifPresent(this::adopt);
    }
  }

  /**
   * Tries once to publish the file. Does nothing if a change just then makes it a file that is
   * published in another way.
   */
  private void attempt() {
    switch (content.look(this::way)) {
      case PUT -> put();
      case DESCRIBE -> describe();
      case UPLOAD -> upload();
    }
  }

  private Way way(StagedState state) {
    boolean dirty = state.isContentDirty();
    if (state.size() <= settings.partBytes() && (dirty || isLocal(state))) {
      return Way.PUT;
    }
    return !dirty && isDescribedAtOnce(state.size()) ? Way.DESCRIBE : Way.UPLOAD;
  }

  private boolean isDescribedAtOnce(long size) {
    return size <= settings.copyBytes() || bucket.store().metadataUpdates().isPresent();
  }

  private static boolean isLocal(StagedState state) {
    return state.extents().of(0, state.size()).stream()
        .noneMatch(extent -> extent.kind() == Extents.Kind.BASE);
  }

  /**
   * Returns the last token if it stands for the file as it is now, otherwise a new one; empty if
   * the file is to be published in another way.
   */
  private Optional<String> token(StagedState state, Way way) {
    if (way(state) != way) {
      return Optional.empty();
    }
    return Optional.of(
        state.pending().isEmpty() || state.isChangedSince()
            ? UUID.randomUUID().toString()
            : state.pending().getLast());
  }

  private void put() {
    uploader.giveUp();
    fetcher.fetch(0, content.view().size());
    Condition condition = condition(Feature.PUT_IF_ABSENT, Feature.PUT_IF_MATCH);
    ObjectProperties properties = content.properties(bucket.kept());
    content
        .begin(state -> token(state, Way.PUT))
        .ifPresent(file -> put(file, condition, properties));
  }

  private void put(FileSnapshot file, Condition condition, ObjectProperties properties) {
    try {
      fetcher.fetch(file, 0, file.size());
      long begun = System.nanoTime();
      PutOptions options =
          new PutOptions(condition, PublishToken.marked(file.metadata(), file.token()), properties);
      ObjectInfo info =
          transfers.send(() ->
              bucket.store().put(content.key(), content.bytes(file, 0, file.size()), options));
      transfers.answered(file.size(), Duration.ofNanos(System.nanoTime() - begun));
      published(file.token(), info, file.size(), file.metadata());
    } finally {
      content.end();
    }
  }

  /** Changes the metadata of the object in place, or has the server copy the object onto itself. */
  private void describe() {
    uploader.giveUp();
    Function<FileSnapshot, CopyResult> change =
        bucket
            .store()
            .metadataUpdates()
            .map(updates -> (Function<FileSnapshot, CopyResult>) file -> updated(updates, file))
            .orElseGet(this::copyOntoItself);
    content
        .begin(state -> token(state, Way.DESCRIBE))
        .ifPresent(file -> {
          // No bytes of the snapshot are sent.
          content.end();
          CopyResult now = change.apply(file);
          content.note(
              new StagingEvent.Published(
                  file.token(),
                  now.revision(),
                  file.base().orElseThrow().size(),
                  now.lastModified(),
                  file.metadata()));
        });
  }

  private CopyResult updated(MetadataUpdates updates, FileSnapshot file) {
    return updates.update(
        content.key(),
        PublishToken.marked(file.metadata(), file.token()),
        Condition.ifMatch(file.base().orElseThrow().revision()));
  }

  private Function<FileSnapshot, CopyResult> copyOntoItself() {
    Condition condition = condition(Feature.COPY_CONDITIONAL, Feature.COPY_CONDITIONAL);
    ObjectProperties properties = content.properties(bucket.kept());
    return file -> {
      BaseObject base = file.base().orElseThrow();
      return bucket
          .uploads()
          .copy(
              bucket.source(base).withSize(base.size()),
              content.key(),
              CopyOptions.DEFAULT
                  .withCondition(condition)
                  .withMetadata(PublishToken.marked(file.metadata(), file.token()))
                  .withProperties(properties));
    };
  }

  private void upload() {
    if (content.look(Publisher::isUploadOld)) {
      uploader.giveUp();
    }
    StagingEvent.UploadStarted started = uploader.started();
    content
        .begin(state ->
            Optional.of(started.token())
                .filter(_ -> way(state) == Way.UPLOAD && !isUploadOld(state)))
        .ifPresent(file -> upload(file, started));
  }

  /**
   * Returns whether the upload may have been completed with other content, under the same token.
   */
  private static boolean isUploadOld(StagedState state) {
    return state.isChangedSince()
        && state.upload().stream().anyMatch(upload -> state.pending().contains(upload.token()));
  }

  private void upload(FileSnapshot file, StagingEvent.UploadStarted started) {
    try {
      List<Part> parts = uploader.sendAll(started, file);
      Condition condition = condition(Feature.COMPLETE_CONDITIONAL, Feature.COMPLETE_CONDITIONAL);
      ObjectInfo info =
          bucket.store().uploads().complete(Uploader.upload(started), parts, condition);
      published(started.token(), info, file.size(), started.metadata());
    } finally {
      content.end();
    }
  }

  private void published(String token, ObjectInfo info, long size, Map<String, String> metadata) {
    content.note(
        new StagingEvent.Published(token, info.revision(), size, info.lastModified(), metadata));
  }

  /**
   * Returns the condition on which the object may be replaced. If the store cannot check it, it is
   * checked here just before.
   */
  Condition condition(Feature absent, Feature match) {
    Optional<Revision> revision = content.view().revision();
    if (bucket.capabilities().has(revision.isPresent() ? match : absent)) {
      return revision.map(Condition::ifMatch).orElseGet(Condition::ifAbsent);
    }
    if (!head().map(ObjectInfo::revision).equals(revision)) {
      throw new DriverException.PreconditionFailed(content.key() + " has changed", null);
    }
    return Condition.always();
  }

  private Optional<ObjectInfo> head() {
    try {
      return Optional.of(bucket.store().head(content.key()));
    } catch (DriverException.NoSuchBucket e) {
      throw e;
    } catch (DriverException.NotFound e) {
      return Optional.empty();
    }
  }

  /**
   * Returns if publishing can go on after a failure: the request succeeded after all, or can be
   * repaired. Otherwise throws.
   */
  private void failed(DriverException e, boolean last) {
    boolean unclear =
        e.kind().mayHaveSucceeded()
            && (!e.retryable() || !content.look(StagedState::pending).isEmpty());
    if (!unclear) {
      throw e;
    }
    if (adopted(found(e), e)) {
      return;
    }
    if (last || e.retryable() || content.look(StagedState::upload).isEmpty()) {
      throw e instanceof DriverException.NotFound && content.view().revision().isPresent()
          ? new DriverException.Unavailable(
              "%s is there, and the store did not find it".formatted(content.key()), e)
          : e;
    }
    // The upload may be gone, or have a part that arrived late.
    uploader.giveUp();
  }

  /**
   * Returns the object that a publishing made although its request failed.
   *
   * @throws DriverException the failure, if the publishing made no object; a conflict if somebody
   *     else changed the object
   */
  ObjectInfo arrived(String token, DriverException e) {
    Optional<ObjectInfo> found = found(e);
    if (found.isPresent() && PublishToken.of(found.get().metadata()).equals(Optional.of(token))) {
      return found.get();
    }
    // The object may be of an earlier publishing that arrived late: not the one sought, but it must
    // be recorded.
    adopted(found, e);
    throw e;
  }

  /**
   * Returns the object in the bucket after a failure. Where there was one, it takes more than a
   * single answer to say that it is gone: what is written would be a conflict then.
   */
  private Optional<ObjectInfo> found(DriverException e) {
    try {
      return content.view().revision().isPresent() ? bucket.store().seek(content.key()) : head();
    } catch (DriverException unknown) {
      e.addSuppressed(unknown);
      throw e;
    }
  }

  /**
   * Returns whether the object was made by a publishing of this file, and records it then; false if
   * the object is still the base of the file. Anything else is a conflict.
   */
  private boolean adopted(Optional<ObjectInfo> found, DriverException e) {
    if (found.isPresent() && adopt(found.get())) {
      return true;
    }
    if (!found.map(ObjectInfo::revision).equals(content.view().revision())) {
      content.note(new StagingEvent.Conflicted());
      throw conflict(e);
    }
    return false;
  }

  /**
   * Records an object as published if it has the token of a publishing of this file; returns
   * whether it has.
   */
  private boolean adopt(ObjectInfo found) {
    List<String> pending = content.look(StagedState::pending);
    Optional<String> token = PublishToken.of(found.metadata());
    if (token.filter(pending::contains).isEmpty()) {
      return false;
    }
    uploader.endCompleted(token.get());
    published(token.get(), found, found.size(), PublishToken.unmarked(found.metadata()));
    return true;
  }

  private DriverException conflict(@Nullable Throwable cause) {
    return new DriverException.PreconditionFailed(
        "%s was changed by somebody else; what was written is in %s"
            .formatted(content.key(), content.path()),
        cause);
  }
}
