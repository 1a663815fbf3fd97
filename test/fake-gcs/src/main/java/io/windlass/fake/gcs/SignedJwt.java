package io.windlass.fake.gcs;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.security.Signature;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A token that its sender signed: RFC 7519, with RS256 of RFC 7518.
 *
 * @param signed the text that is signed
 * @param signature in Base64
 */
record SignedJwt(ObjectNode header, ObjectNode claims, String signed, String signature) {

  /** Parses a token; empty if the text is not one. */
  static Optional<SignedJwt> of(String text) {
    String[] parts = text.split("\\.", -1);
    if (parts.length != 3) {
      return Optional.empty();
    }
    try {
      Base64.Decoder decoder = Base64.getUrlDecoder();
      return Optional.of(
          new SignedJwt(
              JsonText.object(decoder.decode(parts[0])),
              JsonText.object(decoder.decode(parts[1])),
              parts[0] + "." + parts[1],
              parts[2]));
    } catch (IllegalArgumentException | Refusal e) {
      return Optional.empty();
    }
  }

  /** A claim's text; empty where it is absent. */
  String claim(String name) {
    return JsonText.text(claims, name).orElse("");
  }

  /** The one audience, or all of them. */
  List<String> audiences() {
    JsonNode audience = claims.path("aud");
    return audience.isArray() ? JsonText.texts(claims, "aud") : List.of(audience.asString(""));
  }

  Instant time(String name) {
    return Instant.ofEpochSecond(claims.path(name).asLong(0));
  }

  boolean isSignedBy(PublicKey key) {
    if (!JsonText.text(header, "alg").equals(Optional.of("RS256"))) {
      return false;
    }
    try {
      Signature check = Signature.getInstance("SHA256withRSA");
      check.initVerify(key);
      check.update(signed.getBytes(StandardCharsets.US_ASCII));
      return check.verify(Base64.getUrlDecoder().decode(signature));
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      return false;
    }
  }
}
