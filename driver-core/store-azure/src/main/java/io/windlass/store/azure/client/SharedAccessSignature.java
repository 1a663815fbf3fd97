package io.windlass.store.azure.client;

import io.windlass.error.DriverException;
import io.windlass.secret.Secret;
import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A shared access signature as users have it: a token alone, or the URI of a container, a directory
 * or an account with the token in it, as COSI hands it out.
 *
 * @param place of a URI; empty for a token alone
 * @param token the token's parameters as a query, without a question mark
 */
public record SharedAccessSignature(Optional<Place> place, Secret token) {
  private static final String OF_CONTAINER = "sr=c";
  private static final String OF_DIRECTORY = "sr=d";
  private static final String DEPTH = "sdd=";
  private static final String PRINCIPAL = "sduoid=";
  private static final String PERMISSIONS = "sp=";
  private static final List<String> OF_OTHERS = List.of("sr=b", "sr=bv", "sr=bs");

  /**
   * What the signature gives access to.
   *
   * @param endpoint base URL of the account
   * @param container empty if the token is the account's
   */
  public record Place(URI endpoint, Optional<String> container) {}

  /**
   * Reads one.
   *
   * @throws DriverException.InvalidArgument when it is neither; the message does not show it
   */
  public static SharedAccessSignature read(Secret text) {
    String given = text.reveal().strip();
    boolean whole = given.startsWith("https://") || given.startsWith("http://");
    int question = given.indexOf('?');
    if (whole && question < 0) {
      throw wrong("has no signature");
    }
    String token = given.substring(question + 1);
    List<String> parameters = Arrays.asList(token.split("&", -1));
    if (parameters.stream().noneMatch(each -> each.startsWith("sig="))) {
      throw wrong("has no signature");
    }
    if (parameters.stream().anyMatch(OF_OTHERS::contains)) {
      throw wrong("is for a blob, and not for a container or a directory");
    }
    if (parameters.stream().anyMatch(each -> each.startsWith(PRINCIPAL))) {
      throw wrong("is bound to a principal (sduoid), and a mount has no token of that one");
    }
    requireOfUrl(token);
    return new SharedAccessSignature(
        whole ? Optional.of(place(given.substring(0, question), parameters)) : Optional.empty(),
        Secret.of(token));
  }

  /** Returns the token in a URI that the driver made itself, also one bound to a principal. */
  public static Secret tokenOf(Secret uri) {
    return Secret.of(uri.reveal().substring(uri.reveal().indexOf('?') + 1));
  }

  /** A token with a line break in it, for example, would be refused only when it is used. */
  private static void requireOfUrl(String token) {
    URI _ = parsed("https://account/?" + token);
  }

  /** Returns whether a token is of a directory, which only some accounts have. */
  public static boolean isOfDirectory(Secret token) {
    return Arrays.asList(token.reveal().split("&", -1)).contains(OF_DIRECTORY);
  }

  /** Returns whether a token itself permits renames, which are made for accounts that have them. */
  static boolean permitsMoves(Secret token) {
    return Arrays.stream(token.reveal().split("&", -1))
        .anyMatch(each -> each.startsWith(PERMISSIONS) && each.indexOf('m') > 0);
  }

  /** Emulators have the account in the path, in front of the container. */
  private static Place place(String text, List<String> parameters) {
    URI uri = parsed(text);
    List<String> segments =
        Stream.of(uri.getPath().split("/", -1)).filter(each -> !each.isEmpty()).toList();
    boolean inAccount = parameters.contains(OF_CONTAINER) || parameters.contains(OF_DIRECTORY);
    int base = segments.size() - (inAccount ? 1 : 0) - depth(parameters);
    if (uri.getHost() == null || base < 0 || base > 1) {
      throw wrong("is not the URI of a container");
    }
    String account = base == 0 ? "" : "/" + segments.getFirst();
    return new Place(
        URI.create("%s://%s%s".formatted(uri.getScheme(), uri.getAuthority(), account)),
        inAccount ? Optional.of(segments.get(base)) : Optional.empty());
  }

  /** Number of segments of the directory that a token is of; its URI ends with them. */
  private static int depth(List<String> parameters) {
    try {
      return parameters.stream()
          .filter(each -> each.startsWith(DEPTH))
          .mapToInt(each -> Integer.parseInt(each.substring(DEPTH.length())))
          .findFirst()
          .orElse(0);
    } catch (NumberFormatException e) {
      throw wrong("has no number of directories");
    }
  }

  private static URI parsed(String text) {
    try {
      return URI.create(text);
    } catch (IllegalArgumentException e) {
      // Its message shows the text.
      throw wrong("has a character that URIs do not have");
    }
  }

  private static DriverException.InvalidArgument wrong(String what) {
    return new DriverException.InvalidArgument(
        "accessToken %s: it must be a shared access signature of a container or a directory, or its URI"
            .formatted(what));
  }
}
