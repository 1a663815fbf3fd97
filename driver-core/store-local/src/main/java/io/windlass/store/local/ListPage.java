package io.windlass.store.local;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import software.amazon.awssdk.services.s3.model.CommonPrefix;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Request;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;
import software.amazon.awssdk.services.s3.model.S3Object;

/**
 * Cuts a page out of a whole listing, in the order of S3, which is that of UTF-8 bytes. S3Proxy
 * sorts as Java sorts strings, where characters beyond U+FFFF come too early.
 */
final class ListPage {
  private ListPage() {}

  /** A line of a listing: either an object or a common prefix. */
  private record Line(String name, List<S3Object> object, List<CommonPrefix> prefix) {}

  /**
   * Returns the page of {@code all} that the request asks for. A token is the last name of a page.
   */
  static ListObjectsV2Response of(ListObjectsV2Response all, ListObjectsV2Request request) {
    String prefix = Objects.requireNonNullElse(request.prefix(), "");
    String token = request.continuationToken();
    String after = Objects.requireNonNullElse(token != null ? token : request.startAfter(), "");
    List<Line> lines = new ArrayList<>();
    all.contents().forEach(found -> lines.add(new Line(found.key(), List.of(found), List.of())));
    all.commonPrefixes()
        .forEach(found -> lines.add(new Line(found.prefix(), List.of(), List.of(found))));
    lines.removeIf(line -> !line.name.startsWith(prefix) || compare(line.name, after) <= 0);
    lines.sort((one, other) -> compare(one.name, other.name));
    int limit = Objects.requireNonNullElse(request.maxKeys(), lines.size());
    boolean more = limit > 0 && lines.size() > limit;
    List<Line> page = lines.subList(0, Math.min(limit, lines.size()));
    return ListObjectsV2Response.builder()
        .contents(page.stream().flatMap(line -> line.object.stream()).toList())
        .commonPrefixes(page.stream().flatMap(line -> line.prefix.stream()).toList())
        .isTruncated(more)
        .nextContinuationToken(more ? page.getLast().name : null)
        .build();
  }

  /** Compares by code points, whose order is that of their UTF-8 bytes. */
  static int compare(String one, String other) {
    int length = Math.min(one.length(), other.length());
    for (int i = 0; i < length; i++) {
      char a = one.charAt(i);
      char b = other.charAt(i);
      if (a != b) {
        return Integer.compare(rank(a), rank(b));
      }
    }
    return Integer.compare(one.length(), other.length());
  }

  /** Ranks halves of surrogate pairs above all other characters. */
  private static int rank(char c) {
    return Character.isSurrogate(c) ? c + Character.MAX_VALUE : c;
  }
}
