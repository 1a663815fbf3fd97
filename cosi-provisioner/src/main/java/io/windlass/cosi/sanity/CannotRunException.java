package io.windlass.cosi.sanity;

/** There is nothing to test; the message is a sentence for the one who asked. */
public final class CannotRunException extends Exception {
  private static final long serialVersionUID = 1;

  CannotRunException(String message, Throwable cause) {
    super(message, cause);
  }

  CannotRunException(String message) {
    super(message);
  }
}
