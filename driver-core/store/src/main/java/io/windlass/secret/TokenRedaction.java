package io.windlass.secret;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Takes signatures and tokens out of texts of others, such as messages of the JDK and of SDKs:
 * these show URLs and headers, most of all such as are wrong. It knows a secret by the name before
 * it, and takes away more rather than less: a wrong character is no end of it.
 */
public final class TokenRedaction {
  private static final String HIDDEN = "$1***";

  /** Parameters of URLs and of forms, up to the next one. */
  private static final Pattern PARAMETER =
      Pattern.compile(
          "(?is)((?<![a-z0-9])(?:sig|signature|x-(?:amz|goog)-(?:signature|security-token)"
              + "|(?:access|refresh|id|subject)_token|client_(?:secret|assertion)|assertion)=)"
              + "[^&]+");

  /** The same as members of JSON. */
  private static final Pattern MEMBER =
      Pattern.compile(
          "(?i)(\"(?:(?:access|refresh|id|subject)_?token|client_?secret|private_?key|account_?key)"
              + "\"\\s*:\\s*\")[^\"]+");

  /** What authorises a request, as a header has it. */
  private static final Pattern AUTHORIZATION =
      Pattern.compile("(?is)((?<![a-z0-9])(?:bearer|sharedkey(?:lite)?) ).+");

  /** The JDK and the SDK of AWS show a value that no header can have. */
  private static final Pattern HEADER = Pattern.compile("(?is)(header value: ?).+");

  /** Azure Storage and S3 repeat a signature that they do not accept. */
  private static final Pattern REPEATED =
      Pattern.compile("(?i)(signature found in the HTTP request '|<SignatureProvided>)[^'<]+");

  private TokenRedaction() {}

  /** Returns a text without the secrets in it. */
  public static String of(String text) {
    String left = text;
    for (Pattern each : new Pattern[] {PARAMETER, MEMBER, AUTHORIZATION, HEADER, REPEATED}) {
      left = each.matcher(left).replaceAll(HIDDEN);
    }
    return left;
  }

  /**
   * Returns an exception that tells the same without the secrets in it: this one, if neither it nor
   * what it was caused by shows one.
   */
  public static @Nullable Throwable of(@Nullable Throwable thrown) {
    return thrown == null || !isTelling(thrown) ? thrown : new Redacted(thrown);
  }

  private static boolean isTelling(Throwable thrown) {
    String text = thrown.toString();
    Throwable cause = thrown.getCause();
    if (!of(text).equals(text) || (cause != null && isTelling(cause))) {
      return true;
    }
    for (Throwable suppressed : thrown.getSuppressed()) {
      if (isTelling(suppressed)) {
        return true;
      }
    }
    return false;
  }

  /** In the place of an exception that shows a secret. */
  private static final class Redacted extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Redacted(Throwable shown) {
      super(TokenRedaction.of(shown.toString()), TokenRedaction.of(shown.getCause()));
      setStackTrace(shown.getStackTrace());
      for (Throwable suppressed : shown.getSuppressed()) {
        addSuppressed(isTelling(suppressed) ? new Redacted(suppressed) : suppressed);
      }
    }
  }
}
