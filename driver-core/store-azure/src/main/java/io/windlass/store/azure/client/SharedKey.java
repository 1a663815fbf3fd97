package io.windlass.store.azure.client;

import io.windlass.secret.Secret;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.Comparator;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Signs requests with a key of a storage account: "Authorize with Shared Key". */
final class SharedKey {
  /**
   * The order in which the service has headers when it signs, as Azure's client for Go has it too
   * ("getWeightTables"): underscores, which names of metadata have, come before digits and letters;
   * hyphens do not count.
   */
  static final Comparator<String> HEADER_ORDER =
      Comparator.<String, String>comparing(name -> name.replace("-", "").replace('_', '!'))
          .thenComparing(Comparator.naturalOrder());

  private static final String ALGORITHM = "HmacSHA256";

  /** Headers whose values are signed at fixed positions. */
  private static final String[] STANDARD_HEADERS = {
    "content-encoding",
    "content-language",
    "content-length",
    "content-md5",
    "content-type",
    "date",
    "if-modified-since",
    "if-match",
    "if-none-match",
    "if-unmodified-since",
    "range"
  };

  private static final String EXTENSION = "x-ms-";

  private final String account;
  private final SecretKeySpec key;

  /**
   * Creates it.
   *
   * @throws IllegalArgumentException if the key is not Base64; the message does not show it
   */
  SharedKey(String account, Secret key) {
    this.account = account;
    this.key = new SecretKeySpec(decoded(key), ALGORITHM);
  }

  private static byte[] decoded(Secret key) {
    try {
      return Base64.getDecoder().decode(key.reveal());
    } catch (IllegalArgumentException e) {
      throw noKey(); // the message of the cause shows characters of the key
    }
  }

  private static IllegalArgumentException noKey() {
    return new IllegalArgumentException("the account's key must be Base64");
  }

  /**
   * Returns the header "Authorization" of a request.
   *
   * @param path of the URL, encoded as it is sent
   * @param query its parameters, not encoded
   * @param headers names in lower case, {@code x-ms-date} among them, in {@link #HEADER_ORDER}
   */
  String authorization(
      String method,
      String path,
      SortedMap<String, String> query,
      SortedMap<String, String> headers) {
    StringBuilder text = new StringBuilder(method).append('\n');
    for (String name : STANDARD_HEADERS) {
      String value = headers.getOrDefault(name, "");
      text.append(name.equals("content-length") && value.equals("0") ? "" : value).append('\n');
    }
    for (Map.Entry<String, String> header : headers.entrySet()) {
      if (header.getKey().startsWith(EXTENSION)) {
        text.append(header.getKey()).append(':').append(header.getValue()).append('\n');
      }
    }
    text.append('/').append(account).append(path);
    query.forEach((name, value) ->
        text.append('\n').append(name.toLowerCase(Locale.ROOT)).append(':').append(value));
    return "SharedKey " + account + ":" + signature(text.toString());
  }

  private String signature(String text) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(key);
      return Base64.getEncoder().encodeToString(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e); // every JDK has it
    }
  }
}
