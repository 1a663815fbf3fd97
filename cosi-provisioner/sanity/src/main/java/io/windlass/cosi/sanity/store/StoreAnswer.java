package io.windlass.cosi.sanity.store;

/**
 * Result of one request to the storage server.
 *
 * @param operation name of the operation, for people
 * @param verdict whether the operation was permitted
 * @param detail status and error code of the server, or the content that was read
 */
public record StoreAnswer(String operation, Verdict verdict, String detail) {

  /** Verdict on whether a request was permitted. */
  public enum Verdict {
    /** The request succeeded, or only failed because nothing is set that could be returned. */
    ALLOWED,
    /** The server refused this credential, or denied it the operation. */
    DENIED,
    /** The bucket or object does not exist on the server. */
    MISSING,
    /** The server does not offer the operation. */
    UNSUPPORTED,
    /** The server did not answer, or answered with another error. */
    UNCLEAR
  }

  /** Returns the answer to a request that succeeded. */
  public static StoreAnswer allowed(String operation, String detail) {
    return new StoreAnswer(operation, Verdict.ALLOWED, detail);
  }

  /** Returns the answer to a request that the server refused, judged by the HTTP status. */
  public static StoreAnswer refused(String operation, int status, String code) {
    Verdict verdict =
        switch (status) {
          case 401, 403 -> Verdict.DENIED;
          case 404 -> Verdict.MISSING;
          case 405, 501 -> Verdict.UNSUPPORTED;
          default -> Verdict.UNCLEAR;
        };
    return refused(operation, verdict, status, code);
  }

  /** Returns the answer to a request that the server refused. */
  public static StoreAnswer refused(String operation, Verdict verdict, int status, String code) {
    return new StoreAnswer(operation, verdict, (status + " " + code).strip());
  }

  /** Returns whether the request was permitted. */
  public boolean isAllowed() {
    return verdict == Verdict.ALLOWED;
  }

  /** Returns whether the server refused the request. */
  public boolean isDenied() {
    return verdict == Verdict.DENIED;
  }

  @Override
  public String toString() {
    return operation + ": " + verdict + (detail.isEmpty() ? "" : " (" + detail + ")");
  }
}
