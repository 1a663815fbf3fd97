package io.windlass.object;

import java.util.Optional;

/**
 * HTTP headers that an object has of its own: who wrote it chose them, and every reader is given
 * them. Each is a text as a header has it.
 *
 * @param type media type of the content
 * @param encoding how the content is encoded, {@code gzip} for example
 * @param disposition how a browser presents the content, and under which name it saves it
 * @param language language of the content
 * @param cacheControl how long the content may be cached, and by whom
 * @param expires until when the content may be cached; not every server checks that it is a date
 */
public record ContentHeaders(
    Optional<String> type,
    Optional<String> encoding,
    Optional<String> disposition,
    Optional<String> language,
    Optional<String> cacheControl,
    Optional<String> expires) {

  /** No headers: the server adds a media type of its own. */
  public static final ContentHeaders NONE =
      new ContentHeaders(
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty());

  /** Returns these headers with this media type. */
  public ContentHeaders withType(String wanted) {
    return new ContentHeaders(
        Optional.of(wanted), encoding, disposition, language, cacheControl, expires);
  }

  /** Returns these headers without a time when they expire. */
  public ContentHeaders withoutExpires() {
    return new ContentHeaders(
        type, encoding, disposition, language, cacheControl, Optional.empty());
  }
}
