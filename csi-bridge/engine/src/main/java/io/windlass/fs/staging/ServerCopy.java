package io.windlass.fs.staging;

import io.windlass.error.DriverException;
import io.windlass.fs.journal.StagingEvent;
import io.windlass.fs.upload.InFlight;
import io.windlass.fs.upload.Piece;
import io.windlass.fs.upload.PublishToken;
import io.windlass.fs.upload.TargetBucket;
import io.windlass.fs.upload.Transfers;
import io.windlass.object.Condition;
import io.windlass.operation.Deadline;
import io.windlass.store.CopyOptions;
import io.windlass.store.CopyResult;
import io.windlass.store.Feature;
import io.windlass.store.Part;
import io.windlass.store.PutOptions;
import io.windlass.store.Upload;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts a range of an object into a staged file: the server copies the range, and the file is in the
 * bucket at once, so that it does not depend on the copied object any more. Used by the thread that
 * holds the file.
 */
final class ServerCopy {
  private static final Logger log = LoggerFactory.getLogger(ServerCopy.class);

  private final TargetBucket bucket;
  private final Transfers transfers;
  private final CopyPlan plan;
  private final StagedContent content;
  private final Uploader uploader;
  private final Publisher publisher;

  ServerCopy(
      TargetBucket bucket,
      Transfers transfers,
      CopyPlan plan,
      StagedContent content,
      Uploader uploader,
      Publisher publisher) {
    this.bucket = bucket;
    this.transfers = transfers;
    this.plan = plan;
    this.content = content;
    this.uploader = uploader;
    this.publisher = publisher;
  }

  /**
   * Returns whether the server copied the range. If not, the file is as before, and the bytes can
   * be written instead.
   */
  boolean of(Piece range, long at, Instant now) {
    // Planned first, so that a caller that asks in vain again and again does not wait for parts
    // that are being sent.
    return pieces(range, at).isPresent() && settled(range, at, now);
  }

  private Optional<List<Piece>> pieces(Piece range, long at) {
    return content.look(state -> plan.of(state, range, at));
  }

  private boolean settled(Piece range, long at, Instant now) {
    uploader.pause();
    try {
      publisher.settle();
      Optional<List<Piece>> pieces = pieces(range, at);
      if (pieces.isEmpty()) {
        return false;
      }
      content.needSize(size(pieces.get()));
      uploader.giveUp();
      content.dropClean();
      copy(pieces.get(), now);
      return true;
    } catch (DriverException e) {
      boolean late = Deadline.current().filter(Deadline::isOver).isPresent();
      if (late || content.look(StagedState::isConflict)) {
        throw e;
      }
      log.debug("the server did not copy to {}", content.key(), e);
      return false;
    } finally {
      uploader.resume();
    }
  }

  private static long size(List<Piece> pieces) {
    return pieces.stream().mapToLong(Piece::length).sum();
  }

  private void copy(List<Piece> pieces, Instant now) {
    Map<String, String> metadata = content.look(state -> state.metadata(now));
    String token = UUID.randomUUID().toString();
    CopyResult copy;
    try {
      copy = copied(pieces, metadata, token);
    } catch (DriverException e) {
      copy = CopyResult.of(publisher.arrived(token, e));
    }
    content.note(
        new StagingEvent.Copied(
            token, copy.revision(), size(pieces), copy.lastModified(), metadata, now));
  }

  private CopyResult copied(List<Piece> pieces, Map<String, String> metadata, String token) {
    boolean whole = pieces.size() == 1 && pieces.getFirst().isWhole();
    Feature conditional = whole ? Feature.COPY_CONDITIONAL : Feature.COMPLETE_CONDITIONAL;
    Condition condition = publisher.condition(conditional, conditional);
    content.note(new StagingEvent.Publishing(token, false));
    PutOptions options =
        new PutOptions(
            condition, PublishToken.marked(metadata, token), content.properties(bucket.kept()));
    return whole ? atOnce(pieces.getFirst(), options) : inParts(pieces, options);
  }

  private CopyResult atOnce(Piece whole, PutOptions options) {
    return bucket
        .uploads()
        .copy(
            bucket.source(whole.object()).withSize(whole.length()),
            content.key(),
            CopyOptions.DEFAULT
                .withCondition(options.condition())
                .withMetadata(options.metadata())
                .withProperties(options.properties()));
  }

  private CopyResult inParts(List<Piece> pieces, PutOptions options) {
    InFlight underWay = new InFlight();
    return CopyResult.of(
        bucket
            .uploads()
            .upload(
                content.key(),
                () -> bucket.store().uploads().startWithCopies(content.key(), options),
                upload ->
                    bucket
                        .store()
                        .uploads()
                        .complete(upload, parts(pieces, upload, underWay), options.condition()),
                () -> transfers.await(underWay)));
  }

  private List<Part> parts(List<Piece> pieces, Upload upload, InFlight underWay) {
    SortedMap<Integer, Supplier<Part>> parts = new TreeMap<>();
    for (Piece piece : pieces) {
      int number = parts.size() + 1;
      parts.put(number, () -> bucket.copyRange(upload, number, piece.object(), piece.range()));
    }
    return List.copyOf(transfers.sendAll(parts, () -> false, underWay).values());
  }
}
