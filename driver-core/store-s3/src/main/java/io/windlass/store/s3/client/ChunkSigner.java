package io.windlass.store.s3.client;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.http.SdkHttpRequest;

/**
 * Signs the chunks of a body, each with the signature of the one before, the first with that of the
 * headers.
 */
final class ChunkSigner {
  private static final String SIGNED = "STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER";
  private static final String ALGORITHM = "AWS4-HMAC-SHA256";
  private static final String MAC = "HmacSHA256";
  private static final Pattern AUTHORIZATION =
      Pattern.compile(
          ALGORITHM
              + " Credential=.*/((\\d+)/([^/]+)/([^/]+)/([^/]+)), SignedHeaders=.*"
              + ", Signature=([0-9a-f]+)");

  private final MessageDigest sha256;
  private final Mac mac;

  /** Time and scope of the signatures, as lines. */
  private final String scope;

  private final String ofNothing;
  private String last;

  private ChunkSigner(Matcher authorization, String time, AwsCredentials identity)
      throws GeneralSecurityException {
    sha256 = MessageDigest.getInstance("SHA-256");
    mac = Mac.getInstance(MAC);
    scope = "\n" + time + "\n" + authorization.group(1) + "\n";
    byte[] key = bytes("AWS4" + identity.secretAccessKey());
    for (int part = 2; part <= 5; part++) {
      mac.init(new SecretKeySpec(key, MAC));
      key = mac.doFinal(bytes(authorization.group(part)));
    }
    mac.init(new SecretKeySpec(key, MAC));
    ofNothing = hex(sha256.digest());
    last = authorization.group(6);
  }

  /**
   * Returns what signs the body of a request; empty if its signature says nothing of the body.
   *
   * @param request with the headers that the SDK has signed
   */
  static Optional<ChunkSigner> of(SdkHttpRequest request, AwsCredentials identity) {
    if (request.firstMatchingHeader("x-amz-content-sha256").filter(SIGNED::equals).isEmpty()) {
      return Optional.empty();
    }
    Matcher authorization =
        AUTHORIZATION.matcher(request.firstMatchingHeader("Authorization").orElse(""));
    if (!authorization.matches()) {
      throw new IllegalArgumentException("the SDK signs in another form");
    }
    try {
      String time = request.firstMatchingHeader("X-Amz-Date").orElseThrow();
      return Optional.of(new ChunkSigner(authorization, time, identity));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e); // every Java runtime has both
    }
  }

  /** Returns the signature of the next chunk. */
  String chunk(byte[] content, int offset, int length) {
    sha256.update(content, offset, length);
    return sign("PAYLOAD", ofNothing + "\n" + hex(sha256.digest()));
  }

  /** Returns the signature of the line that follows the last chunk. */
  String trailer(String line) {
    return sign("TRAILER", hex(sha256.digest(bytes(line + "\n"))));
  }

  private String sign(String what, String hashes) {
    last = hex(mac.doFinal(bytes(ALGORITHM + "-" + what + scope + last + "\n" + hashes)));
    return last;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }
}
