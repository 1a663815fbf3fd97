package io.windlass.store.azure.client;

import com.azure.storage.common.Utility;
import io.windlass.secret.Secret;
import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.Supplier;

/** Authorises requests to the service with one key. */
sealed interface AzureSigner {
  /** "Representation of date-time values in headers", RFC 1123. */
  DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  /** The account's key: each request is signed. */
  record ByKey(SharedKey key) implements AzureSigner {}

  /** A shared access signature: a part of each URL. */
  record ByToken(Secret token) implements AzureSigner {}

  /**
   * A token of an identity, as a header.
   *
   * @param token asked for each request
   */
  record ByIdentity(Supplier<Secret> token) implements AzureSigner {}

  /**
   * Returns a request that has its headers and lacks its method with the body.
   *
   * @param url without parameters, encoded
   * @param query not encoded
   * @param headers names in lower case, in {@link SharedKey#HEADER_ORDER}; the date is added
   */
  default HttpRequest.Builder sign(
      String method,
      String url,
      SortedMap<String, String> query,
      SortedMap<String, String> headers) {
    headers.put("x-ms-date", DATE.format(Instant.now()));
    StringBuilder whole = new StringBuilder(url);
    char separator = '?';
    for (Map.Entry<String, String> parameter : query.entrySet()) {
      whole.append(separator).append(parameter.getKey()).append('=');
      whole.append(Utility.urlEncode(parameter.getValue()));
      separator = '&';
    }
    switch (this) {
      case ByKey(SharedKey key) ->
          headers.put("authorization", key.authorization(method, path(url), query, headers));
      case ByToken(Secret token) -> whole.append(separator).append(token.reveal());
      case ByIdentity(Supplier<Secret> token) ->
          headers.put("authorization", AzureBearer.header(token.get()));
    }
    HttpRequest.Builder request = HttpRequest.newBuilder(uri(whole.toString()));
    headers.forEach((name, value) -> {
      if (!name.equals("content-length")) { // the JDK's client sets it
        request.setHeader(name, value);
      }
    });
    return request;
  }

  /** The path of a URL that has one. */
  private static String path(String url) {
    return url.substring(url.indexOf('/', url.indexOf("//") + 2));
  }

  /** Returns a URL that may have a token in it. */
  static URI uri(String whole) {
    try {
      return URI.create(whole);
    } catch (IllegalArgumentException e) {
      throw noUri(); // the message of the cause shows the whole URL, and so the token
    }
  }

  private static IllegalArgumentException noUri() {
    return new IllegalArgumentException("the shared access signature is not part of a URL");
  }
}
