package io.windlass.cosi.sanity.fake;

import com.sun.net.httpserver.HttpExchange;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Reads and verifies the signature of a request (AWS Signature Version 4, in its header). */
record SigV4(String keyId, String scope, String signedHeaders, String signature) {
  private static final Pattern HEADER =
      Pattern.compile(
          "AWS4-HMAC-SHA256 Credential=([^/]+)/([^,]+), *SignedHeaders=([^,]+), *Signature=(\\w+)");

  static Optional<SigV4> of(HttpExchange request) {
    return Optional.ofNullable(request.getRequestHeaders().getFirst("Authorization"))
        .map(HEADER::matcher)
        .filter(Matcher::matches)
        .map(m -> new SigV4(m.group(1), m.group(2), m.group(3), m.group(4)));
  }

  boolean isRight(HttpExchange request, String secret) {
    try {
      byte[] key = ("AWS4" + secret).getBytes(StandardCharsets.UTF_8);
      for (String part : scope.split("/", -1)) {
        key = hmac(key, part);
      }
      String toSign =
          String.join(
              "\n",
              "AWS4-HMAC-SHA256",
              header(request, "x-amz-date"),
              scope,
              hex(
                  MessageDigest.getInstance("SHA-256")
                      .digest(canonical(request).getBytes(StandardCharsets.UTF_8))));
      return hex(hmac(key, toSign)).equals(signature);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private String canonical(HttpExchange request) {
    String query = Optional.ofNullable(request.getRequestURI().getRawQuery()).orElse("");
    String sorted =
        Arrays.stream(query.split("&", -1))
            .filter(part -> !part.isEmpty())
            .map(part -> part.contains("=") ? part : part + "=")
            .sorted()
            .collect(Collectors.joining("&"));
    String headers =
        Arrays.stream(signedHeaders.split(";", -1))
            .map(name -> name + ":" + header(request, name).strip() + "\n")
            .collect(Collectors.joining());
    return String.join(
        "\n",
        request.getRequestMethod(),
        request.getRequestURI().getRawPath(),
        sorted,
        headers,
        signedHeaders,
        header(request, "x-amz-content-sha256"));
  }

  private static String header(HttpExchange request, String name) {
    return Optional.ofNullable(request.getRequestHeaders().getFirst(name.toLowerCase(Locale.ROOT)))
        .orElse("");
  }

  private static byte[] hmac(byte[] key, String text) throws GeneralSecurityException {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(key, "HmacSHA256"));
    return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }
}
