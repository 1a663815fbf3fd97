package io.windlass.error;

import org.jspecify.annotations.Nullable;

/** What it means that a call failed, whatever the server or its SDK call it. */
public enum Meaning {
  NOT_FOUND("it is not there (%s)"),
  NO_BUCKET("there is no such bucket"),
  CHANGED("it is not in the expected state: somebody else made, changed or deleted it"),
  UNAUTHENTICATED("the server does not accept the key (%s): check the key and the clock"),
  DENIED("the key does not permit it (%s)"),
  EXISTS("the name is taken: choose another"),
  NOT_EMPTY("it is not empty"),
  HELD("somebody holds a lease on it (%s)"),
  WRONG_STATE("this is not possible with an object of this type or state (%s)"),
  QUOTA("a limit of the server is reached (%s)"),
  UNAVAILABLE("the server cannot do it now (%s)"),
  UNSUPPORTED("the server does not offer it (%s)"),
  INVALID("the server refuses the request (%s)"),
  INVALID_KEY("the server does not accept this name (%s)"),
  WRONG_PLACE("the server belongs to another region or endpoint (%s): check both"),
  /** Something else than the store has answered: a gateway with a page for browsers, say. */
  FOREIGN("the answer is not one of the object store (%s): check the endpoint"),
  UNEXPECTED("the server answered %s"),

  INTERRUPTED("the call was interrupted"),
  LATE("no answer from the server in time"),
  UNTRUSTED(
      "the server's certificate is not trusted (%s): name a PEM file of the authority that signed"
          + " it, with CA_CERTIFICATE or --ca-certificate"),
  UNREACHABLE("no answer from the server: %s"),
  DEFECT("the client failed: %s");

  private final String text;

  Meaning(String text) {
    this.text = text;
  }

  /**
   * Says it in words.
   *
   * @param what what the server called it, or why there was no answer
   */
  String says(String what) {
    return text.formatted(what);
  }

  /** Returns whether a proxy on the way may be the reason, or may have answered itself. */
  boolean mayBeOfProxy() {
    return switch (this) {
      case UNAUTHENTICATED,
          DENIED,
          UNAVAILABLE,
          UNSUPPORTED,
          INVALID,
          WRONG_PLACE,
          FOREIGN,
          UNEXPECTED,
          LATE,
          UNTRUSTED,
          UNREACHABLE ->
          true;
      case NOT_FOUND,
          NO_BUCKET,
          CHANGED,
          EXISTS,
          NOT_EMPTY,
          HELD,
          WRONG_STATE,
          QUOTA,
          INVALID_KEY,
          INTERRUPTED,
          DEFECT ->
          false;
    };
  }

  DriverException exception(String message, @Nullable Throwable cause) {
    return switch (this) {
      case NOT_FOUND -> new DriverException.NotFound(message, cause);
      case NO_BUCKET -> new DriverException.NoSuchBucket(message, cause);
      case CHANGED -> new DriverException.PreconditionFailed(message, cause);
      case UNAUTHENTICATED -> new DriverException.Unauthenticated(message, cause);
      case DENIED -> new DriverException.PermissionDenied(message, cause);
      case EXISTS -> new DriverException.AlreadyExists(message, cause);
      case NOT_EMPTY -> new DriverException.NotEmpty(message, cause);
      case HELD -> new DriverException.InUse(message);
      case WRONG_STATE -> new DriverException.FailedPrecondition(message);
      case QUOTA -> new DriverException.QuotaExceeded(message, cause);
      case UNSUPPORTED -> new DriverException.Unsupported(message, cause);
      case INVALID, WRONG_PLACE -> new DriverException.InvalidArgument(message);
      case INVALID_KEY -> new DriverException.InvalidKey(message);
      case UNEXPECTED, DEFECT -> new DriverException.Unexpected(message, cause);
      case UNAVAILABLE, FOREIGN, INTERRUPTED, LATE, UNTRUSTED, UNREACHABLE ->
          new DriverException.Unavailable(message, cause);
    };
  }
}
