package io.windlass.fs.write;

import io.windlass.store.ByteRange;
import io.windlass.store.Capabilities;
import io.windlass.store.RangeCopies;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What the server has to copy so that a file gets a range of an object: that range, and what the
 * file keeps of its own object before and behind it.
 */
final class CopyPlan {
  /** So many bytes of the file itself are copied again at most, for one of the range. */
  private static final int AGAIN = 8;

  /** What it keeps before, the range, what it keeps behind. */
  private static final int PIECES = 3;

  private final Capabilities store;
  private final boolean copiesRanges;
  private final WriteSettings settings;

  /**
   * @param copiesRanges whether the store has {@link RangeCopies}
   */
  CopyPlan(Capabilities store, boolean copiesRanges, WriteSettings settings) {
    this.store = store;
    this.copiesRanges = copiesRanges;
    this.settings = settings;
  }

  /**
   * What makes the file when it has this at an offset, in order: one whole object, or parts of an
   * upload. Empty if the server cannot make it of objects alone, or if that is not worth it: then
   * bytes are better written.
   */
  Optional<List<Piece>> of(StagedState state, Piece range, long at) {
    long size = Math.max(state.size(), at + range.length());
    if (!isPossible(state, at) || !isWorthIt(range, size)) {
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

  /** Whether all that the file is, is in the bucket, and nothing has to be put between. */
  private static boolean isPossible(StagedState state, long at) {
    return !state.isUnlinked()
        && !state.isConflict()
        && (state.size() == 0 || !state.isContentDirty())
        && at <= state.size();
  }

  /** Whoever copies in small pieces must not have all copied again for each. */
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
