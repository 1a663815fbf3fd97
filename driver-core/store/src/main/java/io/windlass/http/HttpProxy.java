package io.windlass.http;

import io.windlass.secret.Secret;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An HTTP proxy. Requests over TLS go through a tunnel (CONNECT), others are handed to it whole.
 *
 * @param host name or address, an IPv6 address in brackets
 * @param login what it is told; empty: it asks for nothing
 */
public record HttpProxy(String host, int port, Optional<Login> login) {
  /** What a proxy must be, as the end of a sentence. */
  public static final String RIGHT = "an HTTP proxy like http://proxy.example:3128";

  /** That of curl, where the proxy names none. */
  private static final int DEFAULT_PORT = 1080;

  private static final Pattern FORM =
      Pattern.compile(
          "(?:([A-Za-z][A-Za-z0-9+.-]*)://)?(?:(.*)@)?"
              + "(\\[[0-9A-Fa-f:.]+]|[A-Za-z0-9._-]+)(?::([0-9]{1,5}))?/?");

  /** User of a proxy ("Basic"). */
  public record Login(String user, Secret password) {}

  /**
   * Parses a proxy as curl does: scheme, user and port may be missing, and user and password are
   * encoded as in URLs.
   *
   * @throws IllegalArgumentException if it is no HTTP proxy; the message says why, and shows
   *     neither user nor password
   */
  public static HttpProxy parse(String text) {
    Matcher matcher = FORM.matcher(text.strip());
    if (!matcher.matches()) {
      throw new IllegalArgumentException("must be " + RIGHT);
    }
    String scheme = Optional.ofNullable(matcher.group(1)).orElse("http").toLowerCase(Locale.ROOT);
    if (!scheme.equals("http")) {
      throw new IllegalArgumentException(
          "must be %s: this version knows no proxy of the kind %s".formatted(RIGHT, scheme));
    }
    int port = Optional.ofNullable(matcher.group(4)).map(Integer::parseInt).orElse(DEFAULT_PORT);
    if (port < 1 || port > 65_535) {
      throw new IllegalArgumentException("must be %s, with a port to 65535".formatted(RIGHT));
    }
    return new HttpProxy(
        matcher.group(3), port, Optional.ofNullable(matcher.group(2)).map(HttpProxy::login));
  }

  private static Login login(String text) {
    int colon = text.indexOf(':');
    return colon < 0
        ? new Login(decoded(text), Secret.of(""))
        : new Login(
            decoded(text.substring(0, colon)), Secret.of(decoded(text.substring(colon + 1))));
  }

  private static String decoded(String text) {
    try {
      return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "must be %s, with user and password encoded as in URLs".formatted(RIGHT));
    }
  }

  /** Returns a sentence that says that requests go through it. */
  public String remark() {
    return "requests go through the proxy " + this;
  }

  /** Returns the value of the header {@code Proxy-Authorization}; empty if there is no user. */
  Optional<String> authorization() {
    return login.map(own ->
        "Basic "
            + Base64.getEncoder()
                .encodeToString(
                    (own.user + ":" + own.password.reveal()).getBytes(StandardCharsets.UTF_8)));
  }

  /** Returns its URL, without user and password. */
  @Override
  public String toString() {
    return "http://%s:%d".formatted(host, port);
  }
}
