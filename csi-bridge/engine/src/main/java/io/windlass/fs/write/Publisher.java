package io.windlass.fs.write;

import io.windlass.store.Condition;
import io.windlass.store.CopyOptions;
import io.windlass.store.CopyResult;
import io.windlass.store.CopySource;
import io.windlass.store.DriverException;
import io.windlass.store.Feature;
import io.windlass.store.MetadataUpdates;
import io.windlass.store.ObjectInfo;
import io.windlass.store.Part;
import io.windlass.store.PutOptions;
import io.windlass.store.Revision;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Makes a staged file an object in the bucket, in one request that makes all of it visible. Used by
 * whoever holds the file; others may change it meanwhile, which is not published then.
 *
 * <p>Every content that may become visible has a token, written in the journal before, and in the
 * object's user metadata: so a lost answer, or a death before it came, is not taken for another
 * writer, and never ends in two.
 */
final class Publisher {
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

  /** How a file comes to be an object. */
  private enum Way {
    /** All of it is sent in one request. */
    PUT,
    /** The server copies the object onto itself, with other metadata. */
    DESCRIBE,
    /** It is sent, and copied by the server, in parts. */
    UPLOAD
  }

  /**
   * Publishes what is dirty.
   *
   * @param until how often the file was changed by whom who waits for this; what was changed later
   *     may stay dirty
   * @return whether anything was published
   * @throws BrokenOffException if somebody else needs the file first
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
            // What it has made all the same, if anything, is found by the next.
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

  /** Whether there is something to publish, which is sent in one request. */
  boolean isSentWhole() {
    return content.look(state -> state.isDirty() && way(state) == Way.PUT);
  }

  private boolean isLeft(long until) {
    return content.look(StagedState::isDirty) && !content.isPublished(until);
  }

  /** Finds out what became of publishings whose end nobody saw. */
  void settle() {
    if (!content.look(StagedState::pending).isEmpty()) {
      head().ifPresent(this::adopt);
    }
  }

  /** Does nothing if the file becomes one that is published in another way just then. */
  private void attempt() {
    switch (content.look(this::way)) {
      case PUT -> put();
      case DESCRIBE -> describe();
      case UPLOAD -> upload();
    }
  }

  private Way way(StagedState state) {
    boolean dirty = state.isContentDirty();
    if (state.size() <= staging.settings().partBytes() && (dirty || isLocal(state))) {
      return Way.PUT;
    }
    return !dirty && isDescribedAtOnce(state.size()) ? Way.DESCRIBE : Way.UPLOAD;
  }

  private boolean isDescribedAtOnce(long size) {
    return size <= staging.settings().copyBytes() || staging.store().metadataUpdates().isPresent();
  }

  private static boolean isLocal(StagedState state) {
    return state.extents().of(0, state.size()).stream()
        .noneMatch(extent -> extent.kind() == Extents.Kind.BASE);
  }

  /** The last token, if it is still for what the file is now; otherwise a new one. */
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
    content.begin(state -> token(state, Way.PUT)).ifPresent(file -> put(file, condition));
  }

  private void put(FileSnapshot file, Condition condition) {
    try {
      fetcher.fetch(file, 0, file.size());
      long begun = System.nanoTime();
      ObjectInfo info =
          staging
              .store()
              .put(
                  content.key(),
                  content.bytes(file, 0, file.size()),
                  PutOptions.DEFAULT
                      .withMetadata(PublishToken.marked(file.metadata(), file.token()))
                      .withCondition(condition));
      staging.window().answered(file.size(), Duration.ofNanos(System.nanoTime() - begun));
      staging.sent();
      published(file.token(), info, file.size(), file.metadata());
    } finally {
      content.end();
    }
  }

  /** Changes the metadata where the object is, or has the server copy it onto itself. */
  private void describe() {
    uploader.giveUp();
    Function<FileSnapshot, CopyResult> change =
        staging
            .store()
            .metadataUpdates()
            .map(updates -> (Function<FileSnapshot, CopyResult>) file -> updated(updates, file))
            .orElseGet(this::copyOntoItself);
    content
        .begin(state -> token(state, Way.DESCRIBE))
        .ifPresent(file -> {
          // None of its bytes are sent.
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
    return CopyResult.of(
        updates.update(
            content.key(),
            PublishToken.marked(file.metadata(), file.token()),
            Condition.ifMatch(file.base().orElseThrow().revision())));
  }

  private Function<FileSnapshot, CopyResult> copyOntoItself() {
    Condition condition = condition(Feature.COPY_CONDITIONAL, Feature.COPY_CONDITIONAL);
    return file -> {
      BaseObject base = file.base().orElseThrow();
      return staging
          .uploads()
          .copy(
              CopySource.of(staging.store().bucket(), base.key()).withIfMatch(base.revision()),
              content.key(),
              new CopyOptions(
                  condition, Optional.of(PublishToken.marked(file.metadata(), file.token()))));
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

  /** Whether the upload may have been completed as something else, under the same token. */
  private static boolean isUploadOld(StagedState state) {
    return state.isChangedSince()
        && state.upload().stream().anyMatch(upload -> state.pending().contains(upload.token()));
  }

  private void upload(FileSnapshot file, StagingEvent.UploadStarted started) {
    try {
      List<Part> parts = uploader.sendAll(started, file);
      Condition condition = condition(Feature.COMPLETE_CONDITIONAL, Feature.COMPLETE_CONDITIONAL);
      ObjectInfo info =
          staging.store().uploads().complete(Uploader.upload(started), parts, condition);
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
   * On which condition the object may be replaced. Where the store cannot check it, it is checked
   * here just before.
   */
  Condition condition(Feature absent, Feature match) {
    Optional<Revision> revision = content.view().revision();
    if (staging.capabilities().has(revision.isPresent() ? match : absent)) {
      return revision.map(Condition::ifMatch).orElseGet(Condition::ifAbsent);
    }
    if (!head().map(ObjectInfo::revision).equals(revision)) {
      throw new DriverException.PreconditionFailed(content.key() + " has changed", null);
    }
    return Condition.always();
  }

  private Optional<ObjectInfo> head() {
    try {
      return Optional.of(staging.store().head(content.key()));
    } catch (DriverException.NoSuchBucket e) {
      throw e;
    } catch (DriverException.NotFound e) {
      return Optional.empty();
    }
  }

  /** Returns if it is worth going on: what failed has succeeded after all, or can be repaired. */
  private void failed(DriverException e, boolean last) {
    boolean unclear =
        switch (e) {
          case DriverException.PreconditionFailed _,
              DriverException.NotFound _,
              DriverException.InvalidArgument _,
              DriverException.Unexpected _ ->
              true;
          case DriverException.Unavailable _, DriverException.Aborted _ ->
              !content.look(StagedState::pending).isEmpty();
          case DriverException.AlreadyExists _,
              DriverException.Unauthenticated _,
              DriverException.PermissionDenied _,
              DriverException.NotEmpty _,
              DriverException.InUse _,
              DriverException.FailedPrecondition _,
              DriverException.QuotaExceeded _,
              DriverException.OutOfRange _,
              DriverException.Unsupported _ ->
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
   * @throws DriverException why it failed, if it has made nothing; that is a conflict if somebody
   *     else changed the object
   */
  ObjectInfo arrived(String token, DriverException e) {
    Optional<ObjectInfo> found = found(e);
    if (found.isPresent() && PublishToken.of(found.get().metadata()).equals(Optional.of(token))) {
      return found.get();
    }
    // An earlier one that came late is not this; that it came has to be known all the same.
    adopted(found, e);
    throw e;
  }

  /** What is in the bucket after a failure. */
  private Optional<ObjectInfo> found(DriverException e) {
    try {
      return head();
    } catch (DriverException unknown) {
      e.addSuppressed(unknown);
      throw e;
    }
  }

  /** Whether that was made by an earlier publishing; if not, it is what the file is based on. */
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

  /** Takes an object for the file's own if it has a token of its own. */
  private boolean adopt(ObjectInfo found) {
    List<String> pending = content.look(StagedState::pending);
    Optional<String> token = PublishToken.of(found.metadata());
    if (token.filter(pending::contains).isEmpty()) {
      return false;
    }
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
