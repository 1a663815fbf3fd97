package io.windlass.error;

/** A server's answer is longer than any right one. The rest of it was not read. */
public final class AnswerTooLong extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Creates it; the message says how long the answer is, as the end of a sentence. */
  public AnswerTooLong(String message) {
    super(message);
  }
}
