package io.windlass.fs.upload;

import io.windlass.fs.journal.BaseObject;
import io.windlass.object.ByteRange;
import java.util.ArrayList;
import java.util.List;

/**
 * Range of one version of an object, which the server can copy.
 *
 * @param object that has the range
 * @param range within the object
 */
public record Piece(BaseObject object, ByteRange range) {

  /** Returns the length in bytes. */
  public long length() {
    return range.length();
  }

  /** Returns whether the range is the whole object. */
  public boolean isWhole() {
    return range.offset() == 0 && range.length() == object.size();
  }

  /**
   * Cuts the range into as few pieces as possible of nearly equal length, none longer than {@code
   * longest} bytes.
   */
  public List<Piece> cut(long longest) {
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
