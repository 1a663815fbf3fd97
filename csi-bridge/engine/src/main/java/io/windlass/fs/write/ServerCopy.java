package io.windlass.fs.write;

import io.windlass.error.DriverException;
import io.windlass.object.Condition;
import io.windlass.operation.Deadline;
import io.windlass.store.CopyOptions;
import io.windlass.store.CopyResult;
import io.windlass.store.CopySource;
import io.windlass.store.Feature;
import io.windlass.store.Part;
import io.windlass.store.PutOptions;
import io.windlass.store.Upload;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentSkipListMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts a range of an object into a staged file: the server copies the range, and the file is in the
 * bucket at once, so that it does not depend on the copied object any more. Used by the thread that
 * holds the file.
 */
final class ServerCopy {
  private static final Logger log = LoggerFactory.getLogger(ServerCopy.class);

  private final Staging staging;
  private final StagedContent content;
  private final Uploader uploader;
  private final Publisher publisher;
  private final CopyPlan plan;

  ServerCopy(Staging staging, StagedContent content, Uploader uploader, Publisher publisher) {
    this.staging = staging;
    this.content = content;
    this.uploader = uploader;
    this.publisher = publisher;
    this.plan = staging.copyPlan();
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
            condition, PublishToken.marked(metadata, token), staging.properties(content));
    return whole ? atOnce(pieces.getFirst(), options) : inParts(pieces, options);
  }

  private CopySource from(Piece piece) {
    return CopySource.of(staging.store().bucket(), piece.object().key())
        .withIfMatch(piece.object().revision());
  }

  private CopyResult atOnce(Piece whole, PutOptions options) {
    return staging
        .uploads()
        .copy(
            from(whole).withSize(whole.length()),
            content.key(),
            new CopyOptions(
                options.condition(),
                Optional.of(options.metadata()),
                Optional.of(options.properties())));
  }

  private CopyResult inParts(List<Piece> pieces, PutOptions options) {
    return CopyResult.of(
        staging
            .uploads()
            .upload(
                content.key(),
                () -> staging.store().uploads().startWithCopies(content.key(), options),
                upload ->
                    staging
                        .store()
                        .uploads()
                        .complete(upload, parts(pieces, upload), options.condition())));
  }

  private List<Part> parts(List<Piece> pieces, Upload upload) {
    ConcurrentSkipListMap<Integer, Part> parts = new ConcurrentSkipListMap<>();
    InFlight copying = new InFlight();
    int number = 1;
    for (Piece piece : pieces) {
      if (copying.isFailed()) {
        break;
      }
      int next = number++;
      staging.slot();
      copying.begin();
      Thread.ofVirtual()
          .name("part")
          .start(
              Deadline.carried(() -> {
                try {
                  parts.put(
                      next,
                      staging.transfer(
                          () -> staging.copyRange(upload, next, from(piece), piece.range())));
                } catch (RuntimeException e) {
                  copying.fail(e);
                } finally {
                  staging.parts().release();
                  copying.end();
                }
              }));
    }
    copying.await(staging.settings().timeout());
    return List.copyOf(parts.values());
  }
}
