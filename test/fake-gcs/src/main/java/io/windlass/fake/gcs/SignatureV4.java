package io.windlass.fake.gcs;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Signatures with HMAC keys: cloud.google.com/storage/docs/authentication/signatures, and
 * cloud.google.com/storage/docs/interoperability for those of AWS' kind.
 */
record SignatureV4(HmacKeys keys) {
  private static final Duration SKEW = Duration.ofMinutes(15);
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);
  private static final Pattern HEADER =
      Pattern.compile(
          "(GOOG4|AWS4)-HMAC-SHA256 +Credential=([^/]+)/([^/]+)/([^/]+)/([^/]+)/([^,]+), *SignedHeaders=([^,]+), *Signature=([0-9a-f]+)");

  /** Returns whether a header contains such a signature. */
  static boolean isMeant(String authorization) {
    return authorization.startsWith("GOOG4-HMAC-SHA256")
        || authorization.startsWith("AWS4-HMAC-SHA256");
  }

  /** Whose key signed; refused where none did. */
  Principal principal(WireRequest request, String authorization) {
    Matcher header = HEADER.matcher(authorization);
    if (!header.matches()) {
      throw Refusal.of(
          400, "AuthorizationHeaderMalformed", "The authorization header is malformed.");
    }
    boolean google = header.group(1).equals("GOOG4");
    String prefix = google ? "x-goog-" : "x-amz-";
    String service = google ? "storage" : "s3";
    String end = google ? "goog4_request" : "aws4_request";
    if (!header.group(5).equals(service) || !header.group(6).equals(end)) {
      throw Refusal.of(400, "AuthorizationHeaderMalformed", "The credential scope is wrong.");
    }
    HmacKeys.Key key =
        keys.usable(header.group(2))
            .orElseThrow(() ->
                Refusal.of(
                    403, "InvalidSecurity", "The provided security credentials are not valid."));
    String date = request.header(prefix + "date").orElse("");
    requireTime(date, header.group(3));
    List<String> signed = List.of(header.group(7).split(";", -1));
    requireSigned(request, signed, prefix);
    String hash = payload(request, prefix);
    String scope = String.join("/", header.group(3), header.group(4), service, end);
    String toSign =
        String.join(
            "\n",
            header.group(1) + "-HMAC-SHA256",
            date,
            scope,
            hex(
                ContentChecksums.digest(
                    "SHA-256", canonical(request, signed, hash).getBytes(StandardCharsets.UTF_8))));
    byte[] signing = (header.group(1) + key.secret()).getBytes(StandardCharsets.UTF_8);
    for (String part : scope.split("/", -1)) {
      signing = hmac(signing, part);
    }
    if (!MessageDigest.isEqual(hmac(signing, toSign), HexFormat.of().parseHex(header.group(8)))) {
      throw Refusal.of(
          403,
          "SignatureDoesNotMatch",
          "The request signature we calculated does not match the signature you provided.");
    }
    return Principal.serviceAccount(key.account().email());
  }

  /** Dates of requests are real, whatever time passed for the service. */
  private static void requireTime(String date, String day) {
    try {
      Instant time = Instant.from(TIME.parse(date));
      if (Duration.between(time, Instant.now()).abs().compareTo(SKEW) > 0) {
        throw Refusal.of(
            403,
            "RequestTimeTooSkewed",
            "The difference between the request time and the server's time is too large.");
      }
    } catch (DateTimeException e) {
      throw Refusal.of(403, "AccessDenied", "There is no valid date in the request.");
    }
    if (!date.startsWith(day)) {
      throw Refusal.of(
          400, "AuthorizationHeaderMalformed", "The date of the scope is not that of the request.");
    }
  }

  /** The host and all headers of the service's own have to be signed. */
  private static void requireSigned(WireRequest request, List<String> signed, String prefix) {
    boolean all =
        request.headers().keySet().stream()
            .filter(name -> name.equals("host") || name.startsWith(prefix))
            .allMatch(signed::contains);
    if (!all || !signed.contains("host")) {
      throw Refusal.of(
          403, "AccessDenied", "There were headers present in the request which were not signed");
    }
  }

  private static String payload(WireRequest request, String prefix) {
    String said = request.header(prefix + "content-sha256").orElse("");
    if (said.startsWith("STREAMING-")) {
      throw Refusal.unknown("bodies that are signed in chunks");
    }
    if (!said.equals("UNSIGNED-PAYLOAD")
        && !said.equals(hex(ContentChecksums.digest("SHA-256", request.body())))) {
      throw Refusal.of(
          400,
          "XAmzContentSHA256Mismatch",
          "The provided content-sha256 header does not match what was computed.");
    }
    return said;
  }

  private static String canonical(WireRequest request, List<String> signed, String hash) {
    String query =
        request.query().entrySet().stream()
            .flatMap(pair ->
                pair.getValue().stream()
                    .map(value -> encoded(pair.getKey()) + "=" + encoded(value)))
            .sorted()
            .collect(Collectors.joining("&"));
    String headers =
        signed.stream()
            .map(name ->
                name
                    + ":"
                    + Optional.ofNullable(request.headers().get(name))
                        .orElse("")
                        .strip()
                        .replaceAll(" +", " ")
                    + "\n")
            .collect(Collectors.joining());
    return String.join(
        "\n", request.method(), request.path(), query, headers, String.join(";", signed), hash);
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8)
        .replace("+", "%20")
        .replace("*", "%2A")
        .replace("%7E", "~");
  }

  private static byte[] hmac(byte[] key, String text) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }
}
