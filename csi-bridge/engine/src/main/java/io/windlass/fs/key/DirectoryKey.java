package io.windlass.fs.key;

import java.util.List;
import java.util.Optional;

/**
 * Location of a directory in the bucket.
 *
 * @param prefix prefix of the keys of everything in the directory
 * @param begun common beginning of the segments in it, if it is a directory in which long names
 *     continue (see {@link FileNames})
 * @param depth number of pieces of a long name that make up that beginning
 */
public record DirectoryKey(String prefix, String begun, int depth) {
  /** Returns the name under which this directory shows a segment, if it shows the segment. */
  public Optional<String> piece(FileNames.Segment segment) {
    List<String> pieces = FileNames.pieces(FileNames.shown(segment));
    if (pieces.size() <= depth) {
      return Optional.empty();
    }
    StringBuilder before = new StringBuilder();
    pieces.subList(0, depth).forEach(piece -> before.append(FileNames.textOfPiece(piece)));
    return before.toString().equals(begun) ? Optional.of(pieces.get(depth)) : Optional.empty();
  }

  /**
   * Returns the segment for which {@code name} in this directory is the last piece, if there is
   * one.
   */
  public Optional<FileNames.Segment> segment(String name) {
    if (depth == 0) {
      return FileNames.segment(name);
    }
    for (boolean beside : new boolean[] {false, true}) {
      FileNames.Segment segment =
          new FileNames.Segment(begun + FileNames.textOfPiece(name), beside);
      if (piece(segment).filter(name::equals).isPresent()) {
        return Optional.of(segment);
      }
    }
    return Optional.empty();
  }
}
