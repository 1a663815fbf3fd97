package io.windlass.error;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.UnresolvedAddressException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import javax.net.ssl.SSLPeerUnverifiedException;

/**
 * Why a call failed.
 *
 * @param text the same in words that say what to do; no secrets
 */
public record Failure(Meaning meaning, String text) {
  private static final int LONGEST_TEXT = 300;

  /** What the JDK and Apache's client say of a certificate that names other hosts. */
  private static final Pattern OTHER_HOST =
      Pattern.compile("(?i)^no subject alternative|^no name matching|doesn't match any of");

  /** What the JDK says of a server that answers a handshake with something else. */
  private static final Pattern NO_TLS =
      Pattern.compile("(?i)unrecognized SSL message|not an SSL/TLS record");

  /** What Apache's client and the JDK's say of a server that ends a connection instead. */
  private static final Pattern NO_ANSWER =
      Pattern.compile("(?i)server failed to respond|header parser received no bytes");

  /**
   * Returns it in the usual words.
   *
   * @param what what the server called it, or why there was no answer
   */
  public static Failure of(Meaning meaning, String what) {
    return new Failure(meaning, meaning.says(what));
  }

  /** Returns what the JDK's exceptions say of a call that was not answered. */
  public static Failure unanswered(Throwable thrown) {
    Meaning meaning = meaning(thrown);
    return switch (meaning) {
      case UNTRUSTED -> new Failure(meaning, untrusted(thrown));
      case UNREACHABLE -> unreached(thrown);
      default -> of(meaning, reason(thrown));
    };
  }

  /** Returns what exceptions say of a server that could not be spoken to, with what to check. */
  public static Failure unreached(Throwable thrown) {
    String reason = reason(thrown);
    if (isUnknownHost(thrown)) {
      return of(
          Meaning.UNREACHABLE,
          "its name is not known here (%s): check the endpoint, and DNS".formatted(reason));
    }
    if (NO_ANSWER.matcher(reason).find()) {
      return of(
          Meaning.UNREACHABLE,
          "it ended the connection (%s): if that lasts, check whether the endpoint has to be https"
              .formatted(reason));
    }
    return of(
        Meaning.UNREACHABLE,
        NO_TLS.matcher(reason).find()
            ? "it does not speak TLS (%s): the endpoint may have to be http".formatted(reason)
            : reason);
  }

  private static boolean isUnknownHost(Throwable thrown) {
    return has(thrown, UnknownHostException.class) || has(thrown, UnresolvedAddressException.class);
  }

  /** An authority helps only where it is the authority that is unknown. */
  private static String untrusted(Throwable thrown) {
    String reason = reason(thrown);
    if (has(thrown, CertificateExpiredException.class)) {
      return "the server's certificate has expired (%s): have it renewed".formatted(reason);
    }
    if (has(thrown, CertificateNotYetValidException.class)) {
      return "the server's certificate is not valid yet (%s): check this machine's clock"
          .formatted(reason);
    }
    return OTHER_HOST.matcher(reason).find()
        ? ("the server's certificate is for another host (%s): name the server in the endpoint as its"
                + " certificate does")
            .formatted(reason)
        : Meaning.UNTRUSTED.says(reason);
  }

  private static Meaning meaning(Throwable thrown) {
    if (has(thrown, InterruptedException.class)
        || has(thrown, ClosedByInterruptException.class)
        || Thread.currentThread().isInterrupted()) {
      return Meaning.INTERRUPTED;
    }
    if (has(thrown, HttpTimeoutException.class) || has(thrown, TimeoutException.class)) {
      return Meaning.LATE;
    }
    if (has(thrown, AnswerTooLong.class)) {
      return Meaning.FOREIGN;
    }
    if (has(thrown, CertificateException.class) || has(thrown, SSLPeerUnverifiedException.class)) {
      return Meaning.UNTRUSTED;
    }
    return thrown instanceof IOException || thrown instanceof UncheckedIOException
        ? Meaning.UNREACHABLE
        : Meaning.DEFECT;
  }

  private static boolean has(Throwable thrown, Class<? extends Throwable> type) {
    return cause(thrown, type).isPresent();
  }

  /** Returns the first of this type among an exception and its causes. */
  public static <T extends Throwable> Optional<T> cause(Throwable thrown, Class<T> type) {
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      if (type.isInstance(cause)) {
        return Optional.of(type.cast(cause));
      }
    }
    return Optional.empty();
  }

  /**
   * Returns the message of the innermost cause, which is the most specific: refused, reset, unknown
   * host.
   */
  public static String reason(Throwable thrown) {
    Throwable cause = thrown;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    if (cause instanceof ClosedChannelException && has(thrown, ConnectException.class)) {
      return "connection refused"; // the JDK's client tries again, and fails on what it has closed
    }
    if (cause instanceof UnresolvedAddressException) {
      return "unknown host"; // it has no message
    }
    String text = cause.getMessage();
    return cut(text == null ? cause.getClass().getSimpleName() : text);
  }

  /** Returns the beginning of a text that a server gave. */
  public static String cut(String text) {
    return text.length() <= LONGEST_TEXT ? text : text.substring(0, LONGEST_TEXT) + "…";
  }
}
