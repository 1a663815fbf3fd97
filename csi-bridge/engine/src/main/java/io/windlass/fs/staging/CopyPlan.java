package io.windlass.fs.staging;

import io.windlass.fs.upload.Piece;
import io.windlass.object.ByteRange;
import io.windlass.store.Capabilities;
import io.windlass.store.Feature;
import io.windlass.store.RangeCopies;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Plans what the server copies to put a range of an object into a file: that range, and what the
 * file keeps of its own object before and after it.
 */
final class CopyPlan {
  /** Most bytes of the file itself that are copied again for each byte of the range. */
  private static final int AGAIN = 8;

  /** Number of pieces before they are cut: kept bytes before, the range, kept bytes after. */
  private static final int PIECES = 3;

  private final Capabilities store;
  private final boolean copiesRanges;
  private final WriteSettings settings;

  /**
   * Creates a plan.
   *
   * @param copiesRanges whether the store has {@link RangeCopies}
   */
  CopyPlan(Capabilities store, boolean copiesRanges, WriteSettings settings) {
    this.store = store;
    this.copiesRanges = copiesRanges;
    this.settings = settings;
  }

  /**
   * Returns the pieces that make the file with the range at an offset, in order: one whole object,
   * or the parts of an upload. Returns empty if the server cannot make the file of objects alone,
   * or if that is not worth it: then the bytes are better written.
   *
   * @param at offset in the file
   */
  Optional<List<Piece>> of(StagedState state, Piece range, long at) {
    long size = Math.max(state.size(), at + range.length());
    if (!hasConditions() || !isPossible(state, at) || !isWorthIt(range, size)) {
      return Optional.empty();
    }
    if (range.isWhole() && range.length() == size && size <= settings.copyBytes()) {
      return Optional.of(List.of(range));
    }
    long longest = Math.max(settings.copyBytes(), size / (store.maxParts() - PIECES) + 1);
    List<Piece> parts =
        Stream.of(kept(state, 0, at), Stream.of(range), kept(state, at + range.length(), size))
            .flatMap(pieces -> pieces)
            .flatMap(piece -> piece.cut(Math.min(longest, store.maxPartBytes())).stream())
            .toList();
    return Optional.of(parts).filter(this::isUpload);
  }

  /** Returns whether the store makes a file of others on condition of what is there at all. */
  private boolean hasConditions() {
    return store.has(Feature.COPY_CONDITIONAL) || store.has(Feature.COMPLETE_CONDITIONAL);
  }

  /**
   * Returns whether the file is empty or its whole content is in the bucket, and the range leaves
   * no gap behind its end.
   */
  private static boolean isPossible(StagedState state, long at) {
    return !state.isUnlinked()
        && !state.isConflict()
        && (state.size() == 0 || !state.isContentDirty())
        && at <= state.size();
  }

  /** A program that copies in small pieces must not have the whole file copied again for each. */
  private boolean isWorthIt(Piece range, long size) {
    return (range.isWhole() || range.length() >= store.minPartBytes())
        && size - range.length() <= AGAIN * range.length();
  }

  private static Stream<Piece> kept(StagedState state, long from, long to) {
    return state.base().stream()
        .filter(_ -> from < to)
        .map(base -> new Piece(base, new ByteRange(from, to - from)));
  }

  private boolean isUpload(List<Piece> parts) {
    return copiesRanges
        && parts.size() <= store.maxParts()
        && parts.stream()
            .limit(parts.size() - 1)
            .allMatch(part -> part.length() >= store.minPartBytes());
  }
}
