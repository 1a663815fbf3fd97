package io.windlass.error;

/** What it means that a call failed, whatever the server or its SDK call it. */
public enum Meaning {
  NOT_FOUND(ErrorKind.NOT_FOUND, "it is not there (%s)"),
  NO_BUCKET(ErrorKind.NO_SUCH_BUCKET, "there is no such bucket"),
  CHANGED(
      ErrorKind.PRECONDITION_FAILED,
      "it is not in the expected state: somebody else made, changed or deleted it"),
  UNAUTHENTICATED(
      ErrorKind.UNAUTHENTICATED,
      "the server does not accept the key (%s): check the key and the clock"),
  DENIED(ErrorKind.PERMISSION_DENIED, "the key does not permit it (%s)"),
  EXISTS(ErrorKind.ALREADY_EXISTS, "the name is taken: choose another"),
  NOT_EMPTY(ErrorKind.NOT_EMPTY, "it is not empty"),
  HELD(ErrorKind.IN_USE, "somebody holds a lease on it (%s)"),
  WRONG_STATE(
      ErrorKind.FAILED_PRECONDITION,
      "this is not possible with an object of this type or state (%s)"),
  ACCOUNT(
      ErrorKind.FAILED_PRECONDITION,
      "the account is not in a state in which the server does it (%s): its owner can change that"),
  QUOTA(ErrorKind.QUOTA_EXCEEDED, "a limit of the server is reached (%s)"),
  UNAVAILABLE(ErrorKind.UNAVAILABLE, "the server cannot do it now (%s)"),
  UNSUPPORTED(ErrorKind.UNSUPPORTED, "the server does not offer it (%s)"),
  INVALID(ErrorKind.INVALID_ARGUMENT, "the server refuses the request (%s)"),
  INVALID_KEY(ErrorKind.INVALID_KEY, "the server does not accept this name (%s)"),
  /** It is the configuration that is wrong, and not what a caller asked for. */
  WRONG_PLACE(
      ErrorKind.FAILED_PRECONDITION,
      "the server belongs to another region or endpoint (%s): check REGION and ENDPOINT"),
  /** Something else than the store has answered: a gateway with a page for browsers, say. */
  FOREIGN(
      ErrorKind.UNAVAILABLE,
      "the answer is not one of the object store (%s): check the endpoint, and whether it is http or"
          + " https"),
  UNEXPECTED(ErrorKind.UNEXPECTED, "the server answered %s"),

  INTERRUPTED(ErrorKind.UNAVAILABLE, "the call was interrupted"),
  LATE(ErrorKind.UNAVAILABLE, "no answer from the server in time"),
  UNTRUSTED(
      ErrorKind.UNAVAILABLE,
      "the server's certificate is not trusted (%s): name a PEM file of the authority that signed"
          + " it, with CA_CERTIFICATE or --ca-certificate"),
  UNREACHABLE(ErrorKind.UNAVAILABLE, "no answer from the server: %s"),
  DEFECT(ErrorKind.UNEXPECTED, "the client failed: %s");

  private final ErrorKind kind;
  private final String text;

  Meaning(ErrorKind kind, String text) {
    this.kind = kind;
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
          ACCOUNT,
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

  /** Returns the kind of failure that it is to callers. */
  ErrorKind kind() {
    return kind;
  }
}
