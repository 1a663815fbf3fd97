package io.windlass.fs.staging;

import io.windlass.fs.journal.BaseObject;
import io.windlass.fs.journal.StagingEvent;
import io.windlass.fs.lock.LockRank;
import io.windlass.fs.lock.RankedLock;
import io.windlass.fs.upload.InFlight;
import io.windlass.fs.upload.PublishToken;
import io.windlass.fs.upload.StagedBytes;
import io.windlass.fs.upload.TargetBucket;
import io.windlass.fs.upload.Transfers;
import io.windlass.object.ByteRange;
import io.windlass.store.MultipartUploads;
import io.windlass.store.Part;
import io.windlass.store.PutOptions;
import io.windlass.store.Upload;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Upload of a staged file in parts. While a file is written in order from its beginning, parts that
 * are complete and passed are sent ahead; a part that is changed afterwards is sent again.
 */
final class Uploader {
  private static final Logger log = LoggerFactory.getLogger(Uploader.class);

  private final TargetBucket bucket;
  private final Transfers transfers;
  private final PartPlan plan;
  private final StagedContent content;
  private final BaseFetcher fetcher;

  /** Held while an upload is started or given up. */
  private final RankedLock starting = RankedLock.of(LockRank.UPLOAD, new ReentrantLock());

  /** Parts that are being sent ahead. */
  private final InFlight ahead = new InFlight();

  /** Parts that are being sent as the file is published. */
  private final InFlight sending = new InFlight();

  /**
   * End of the last write, as an offset in the file. Guarded by this, as are {@link #next}, the
   * number of the part that follows, and {@link #paused}.
   */
  private long position;

  private int next = 1;
  private boolean paused;

  /** Whether no upload is started ahead any more. Changed by a thread that holds the file. */
  private volatile boolean retired;

  Uploader(
      TargetBucket bucket,
      Transfers transfers,
      PartPlan plan,
      StagedContent content,
      BaseFetcher fetcher) {
    this.bucket = bucket;
    this.transfers = transfers;
    this.plan = plan;
    this.content = content;
    this.fetcher = fetcher;
  }

  /** Records that bytes were written, and sends parts that are complete now, without waiting. */
  synchronized void wrote(long offset, long end) {
    boolean inOrder = offset == position;
    position = end;
    if (inOrder) {
      sendPassed();
    }
  }

  private synchronized void sendPassed() {
    while (!paused && plan.has(next)) {
      PartPlan.PlannedPart part = plan.ofStream(next);
      if (position <= part.end()) {
        return;
      }
      if (content.look(state -> isWorthSending(state, part))) {
        if (!transfers.tryTake()) {
          return;
        }
        ahead.begin();
        Thread.ofVirtual().name("part").start(() -> sendAhead(part));
      }
      next++;
    }
  }

  private static boolean isWorthSending(StagedState state, PartPlan.PlannedPart part) {
    return !state.isUnlinked()
        && !state.isConflict()
        && state.part(part).isEmpty()
        && state.extents().dirtyBytes() == state.size()
        && state.extents().isDirtyData(part.offset(), part.end());
  }

  /** Sends a part. If that fails, the part is sent when the file is published. */
  private void sendAhead(PartPlan.PlannedPart part) {
    StagedState.Sending sending = content.send(part.offset(), part.end());
    boolean noted = false;
    try {
      Optional<StagingEvent.UploadStarted> upload = startedAhead();
      if (upload.isPresent()) {
        StagingEvent.PartSent sent =
            transfers.send(
                () -> send(upload.get(), part, content.bytes(part.offset(), part.end())));
        noted = true;
        content.sent(sending, upload.get().upload(), sent);
      }
    } catch (RuntimeException e) {
      log.debug("a part of {} was not uploaded early", content.key(), e);
    } finally {
      if (!noted) {
        content.notSent(sending);
      }
      transfers.give();
      sendPassed();
      ahead.end();
    }
  }

  private StagingEvent.PartSent send(
      StagingEvent.UploadStarted to, PartPlan.PlannedPart planned, StagedBytes bytes) {
    Part part = bucket.store().uploads().send(upload(to), planned.number(), bytes);
    return event(part, planned);
  }

  private static StagingEvent.PartSent event(Part part, PartPlan.PlannedPart planned) {
    return new StagingEvent.PartSent(
        part.number(), part.state(), planned.offset(), planned.length());
  }

  static Upload upload(StagingEvent.UploadStarted started) {
    return new Upload(started.key(), started.upload(), Optional.empty());
  }

  /**
   * Returns the upload for a part that is sent ahead; empty if the file was retired, or has lost
   * its name since the part was found worth sending.
   */
  private Optional<StagingEvent.UploadStarted> startedAhead() {
    starting.lock();
    try {
      return retired || content.look(StagedState::isUnlinked)
          ? Optional.empty()
          : Optional.of(started());
    } finally {
      starting.unlock();
    }
  }

  /** Returns the upload of the file; starts one if none is under way. */
  StagingEvent.UploadStarted started() {
    starting.lock();
    try {
      Optional<StagingEvent.UploadStarted> going = content.look(StagedState::upload);
      return going.isPresent() ? going.get() : bucket.uploads().start(content.key(), _ -> start());
    } finally {
      starting.unlock();
    }
  }

  private StagingEvent.UploadStarted start() {
    String key = content.key();
    String token = UUID.randomUUID().toString();
    StagedView view = content.view();
    Map<String, String> metadata = view.metadata();
    PutOptions options =
        PutOptions.DEFAULT
            .withMetadata(PublishToken.marked(metadata, token))
            .withProperties(content.properties(bucket.kept()));
    MultipartUploads uploads = bucket.store().uploads();
    // Of an object that is there, parts may be copied.
    Upload upload =
        view.hasObject() ? uploads.startWithCopies(key, options) : uploads.start(key, options);
    StagingEvent.UploadStarted started =
        new StagingEvent.UploadStarted(upload.state(), key, token, metadata, view.modified());
    content.note(started);
    return started;
  }

  /** Stops sending ahead, and waits for the parts that are on their way. */
  void pause() {
    synchronized (this) {
      paused = true;
    }
    try {
      settle();
    } catch (RuntimeException e) {
      resume();
      throw e;
    }
  }

  /** Allows sending ahead again after {@link #pause}. */
  synchronized void resume() {
    paused = false;
  }

  /** Gives up the upload, if there is one; it is aborted in the background. */
  void giveUp() {
    starting.lock();
    try {
      synchronized (this) {
        next = 1;
      }
      Optional<StagingEvent.UploadStarted> going = content.look(StagedState::upload);
      if (going.isPresent()) {
        bucket.uploads().abort(upload(going.get()), this::settleAll);
        content.note(new StagingEvent.UploadEnded());
      }
    } finally {
      starting.unlock();
    }
  }

  /**
   * Aborts what may be left of the upload with this token, which made its object though nobody
   * heard so: some stores make the object first and end the upload afterwards.
   */
  void endCompleted(String token) {
    content
        .look(StagedState::upload)
        .filter(started -> started.token().equals(token))
        .ifPresent(started -> bucket.uploads().abort(upload(started), this::settleAll));
  }

  /**
   * Gives up the upload, and starts none ahead any more. Does not wait if that was done before, so
   * whoever holds the file may then do it in any order of locks. If it fails, it is to be done
   * again: an upload that is not noted would stay in the bucket.
   */
  void retire() {
    if (retired) {
      return;
    }
    starting.lock();
    try {
      giveUp();
      retired = true;
    } finally {
      starting.unlock();
    }
  }

  /** Allows parts to be sent ahead again after {@link #retire}. */
  void reuse() {
    retired = false;
  }

  /** Gives up the upload before a change, and starts no other until the change is done. */
  void giveUpBefore(Runnable change) {
    starting.lock();
    try {
      giveUp();
      change.run();
    } finally {
      starting.unlock();
    }
  }

  /** Waits for the parts that are sent ahead. */
  private void settle() {
    transfers.await(ahead);
  }

  /**
   * Waits for all parts on their way, also those for which a publishing did not wait any longer: a
   * part that arrives after its upload was aborted may stay in the bucket.
   */
  private void settleAll() {
    settle();
    transfers.await(sending);
  }

  /**
   * Sends all parts of a snapshot that the upload does not have yet. Returns all parts of the
   * upload.
   */
  List<Part> sendAll(StagingEvent.UploadStarted upload, FileSnapshot file) {
    List<PartPlan.PlannedPart> parts = content.look(_ -> plan.of(file));
    SortedMap<Integer, StagingEvent.PartSent> sent = new TreeMap<>();
    SortedMap<Integer, Supplier<StagingEvent.PartSent>> missing = new TreeMap<>();
    for (PartPlan.PlannedPart part : parts) {
      file.part(part)
          .ifPresentOrElse(
              known -> sent.put(part.number(), known),
              () -> missing.put(part.number(), () -> transfer(upload, file, part)));
      if (part.copied() || sent.containsKey(part.number())) {
        content.settled(file, part.offset(), part.end());
      }
    }
    sent.putAll(transfers.sendAll(missing, content::isUrgent, sending));
    if (sent.size() < parts.size()) {
      throw new BrokenOffException(null);
    }
    return sent.values().stream()
        .map(part -> new Part(part.number(), part.state(), part.length()))
        .toList();
  }

  private StagingEvent.PartSent transfer(
      StagingEvent.UploadStarted upload, FileSnapshot file, PartPlan.PlannedPart part) {
    StagingEvent.PartSent sent;
    if (part.copied()) {
      sent = copy(upload, part);
    } else {
      fetcher.fetch(file, part.offset(), part.end());
      sent = send(upload, part, content.bytes(file, part.offset(), part.end()));
    }
    content.arrived(file, upload.upload(), sent);
    return sent;
  }

  private StagingEvent.PartSent copy(StagingEvent.UploadStarted to, PartPlan.PlannedPart planned) {
    BaseObject base = content.look(StagedState::base).orElseThrow();
    ByteRange range = new ByteRange(planned.offset(), planned.length());
    return event(bucket.copyRange(upload(to), planned.number(), base, range), planned);
  }
}
