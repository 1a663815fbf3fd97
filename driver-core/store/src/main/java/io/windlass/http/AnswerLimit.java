package io.windlass.http;

/**
 * How much of an answer is read that has to be in memory whole, such as a listing or an error.
 *
 * @param bytes most bytes
 * @param marks most elements and attributes of XML, or texts of JSON: each takes many times its
 *     bytes in memory
 * @param text most bytes between two elements of XML
 */
public record AnswerLimit(int bytes, int marks, int text) {
  private static final int TEXT = 64 << 10;

  /** Limit of an answer that reports an error. */
  public static final AnswerLimit ERROR = new AnswerLimit(256 << 10, 5_000, TEXT);

  /**
   * Limit of an answer without user metadata: a page of 1000 keys of 1024 bytes, with up to six
   * bytes for each and about ten elements for each key.
   */
  public static final AnswerLimit PAGE = new AnswerLimit(8 << 20, 50_000, TEXT);

  /** Limit of a page with the user metadata of each object. */
  public static final AnswerLimit PAGE_WITH_METADATA = new AnswerLimit(16 << 20, 500_000, TEXT);

  /** Limit of an answer about all buckets or users of a server. */
  public static final AnswerLimit ALL = new AnswerLimit(16 << 20, 1_000_000, TEXT);
}
