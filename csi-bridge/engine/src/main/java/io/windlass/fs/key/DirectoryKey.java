package io.windlass.fs.key;

import java.util.List;
import java.util.Optional;

/**
 * A directory as a place in the bucket.
 *
 * @param prefix what the keys of all that is in it begin with
 * @param begun the beginning of the segments in it, where it is a part of a directory in which long
 *     names go on
 * @param depth of how many names that beginning is made
 */
public record DirectoryKey(String prefix, String begun, int depth) {
  /** The name in this place of a segment, if the segment is shown here. */
  public Optional<String> piece(FileNames.Segment segment) {
    List<String> pieces = FileNames.pieces(FileNames.shown(segment));
    if (pieces.size() <= depth) {
      return Optional.empty();
    }
    StringBuilder before = new StringBuilder();
    pieces.subList(0, depth).forEach(piece -> before.append(FileNames.textOfPiece(piece)));
    return before.toString().equals(begun) ? Optional.of(pieces.get(depth)) : Optional.empty();
  }

  /** The segment that {@code name} in this place is the last name of. */
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
