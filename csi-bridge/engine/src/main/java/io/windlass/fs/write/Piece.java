package io.windlass.fs.write;

import io.windlass.store.ByteRange;
import java.util.ArrayList;
import java.util.List;

/**
 * Bytes of one version of an object, as the server can copy them.
 *
 * @param object which
 * @param range within it
 */
public record Piece(BaseObject object, ByteRange range) {

  /** How many bytes. */
  long length() {
    return range.length();
  }

  /** Whether it is all of the object. */
  boolean isWhole() {
    return range.offset() == 0 && range.length() == object.size();
  }

  /** The same in as few as can be of nearly one length, none of them longer than this. */
  List<Piece> cut(long longest) {
    long count = (length() + longest - 1) / longest;
    long each = (length() + count - 1) / count;
    List<Piece> pieces = new ArrayList<>();
    for (long at = 0; at < length(); at += each) {
      long length = Math.min(each, length() - at);
      pieces.add(new Piece(object, new ByteRange(range.offset() + at, length)));
    }
    return pieces;
  }
}
