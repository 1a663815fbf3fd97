package io.windlass.store;

/** A server's answer is longer than any right one. The rest of it was not read. */
public final class AnswerTooLong extends RuntimeException {
  private static final long serialVersionUID = 1L;

  AnswerTooLong(String message) {
    super(message);
  }
}
