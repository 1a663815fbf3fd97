package io.windlass.cosi.sanity;

/** Thrown when there is no driver to test; the message is a sentence for the user. */
public final class CannotRunException extends Exception {
  private static final long serialVersionUID = 1;

  CannotRunException(String message, Throwable cause) {
    super(message, cause);
  }

  CannotRunException(String message) {
    super(message);
  }
}
