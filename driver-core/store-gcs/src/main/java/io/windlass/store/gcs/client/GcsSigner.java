package io.windlass.store.gcs.client;

import io.windlass.hash.Sha256;
import io.windlass.secret.Secret;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Signs requests of the XML API with an HMAC key: "V4 signing process with your own program",
 * GOOG4-HMAC-SHA256. Bodies are not part of the signature; their checksum is sent beside it.
 *
 * @param accessId names the key
 */
public record GcsSigner(String accessId, Secret secret) {
  private static final String ALGORITHM = "GOOG4-HMAC-SHA256";
  private static final String PAYLOAD = "UNSIGNED-PAYLOAD";

  /** "The region where the resource resides; any value is accepted": what Google's tools send. */
  private static final String REGION = "auto";

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);

  /**
   * Returns a request that is signed.
   *
   * @param headers headers to send, in addition to those of every request
   */
  public HttpRequest.Builder signed(
      String method, URI url, Map<String, String> headers, Instant now) {
    String time = TIME.format(now);
    SortedMap<String, String> all = new TreeMap<>();
    headers.forEach((name, value) -> all.put(name.toLowerCase(Locale.ROOT), value));
    all.put("x-goog-date", time);
    all.put("x-goog-content-sha256", PAYLOAD);
    SortedMap<String, String> signed = new TreeMap<>(all);
    signed.put("host", url.getPort() < 0 ? url.getHost() : url.getHost() + ":" + url.getPort());
    String names = String.join(";", signed.keySet());
    String canonical =
        String.join(
            "\n",
            method,
            url.getRawPath(),
            query(url),
            signed.entrySet().stream()
                .map(each -> each.getKey() + ":" + folded(each.getValue()) + "\n")
                .collect(Collectors.joining()),
            names,
            PAYLOAD);
    List<String> scope = List.of(time.substring(0, 8), REGION, "storage", "goog4_request");
    String text =
        String.join("\n", ALGORITHM, time, String.join("/", scope), Sha256.hex(canonical, 64));
    byte[] key = ("GOOG4" + secret.reveal()).getBytes(StandardCharsets.UTF_8);
    for (String part : scope) {
      key = hmac(key, part);
    }
    String signature = HexFormat.of().formatHex(hmac(key, text));
    HttpRequest.Builder request = HttpRequest.newBuilder(url);
    all.forEach(request::header);
    return request.header(
        "Authorization",
        "%s Credential=%s/%s, SignedHeaders=%s, Signature=%s"
            .formatted(ALGORITHM, accessId, String.join("/", scope), names, signature));
  }

  /** "Remove any whitespace around the colon", and spaces within a value count once. */
  private static String folded(String value) {
    return value.strip().replaceAll(" +", " ");
  }

  /** "The query string parameters must be sorted by name"; one without a value has a "=". */
  private static String query(URI url) {
    return Optional.ofNullable(url.getRawQuery()).stream()
        .flatMap(query -> Arrays.stream(query.split("&", -1)))
        .map(pair -> pair.contains("=") ? pair : pair + "=")
        .sorted()
        .collect(Collectors.joining("&"));
  }

  private static byte[] hmac(byte[] key, String text) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e); // every Java runtime has it
    }
  }
}
