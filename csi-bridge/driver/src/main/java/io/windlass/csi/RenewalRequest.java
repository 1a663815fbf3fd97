package io.windlass.csi;

import io.windlass.secret.Keyring;
import io.windlass.secret.MessageKey;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Objects;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Request of a node for the next credential of a volume. It holds no secret, and neither does its
 * answer, which is sealed for the node: both may be read by others on the way, and each side knows
 * by a signature that the other one wrote what it reads.
 *
 * @param volumeId id of the volume
 * @param nodeId id of the node
 * @param nonce of this request alone, so that no answer to an earlier one is taken for that to it
 * @param signature by the key of {@link Renewal}
 */
public record RenewalRequest(String volumeId, String nodeId, String nonce, String signature) {
  /** Most bytes of a request. */
  public static final int LONGEST = 4096;

  /** Most bytes of an answer. */
  public static final int LONGEST_ANSWER = 64 << 10;

  /** Header of an answer with its signature. */
  public static final String SIGNATURE_HEADER = "Windlass-Signature";

  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final int NONCE_BYTES = 16;

  public RenewalRequest {
    Objects.requireNonNull(volumeId);
    Objects.requireNonNull(nodeId);
    Objects.requireNonNull(nonce);
    Objects.requireNonNull(signature);
  }

  /** Returns a new request. */
  public static RenewalRequest of(String volumeId, String nodeId, MessageKey key) {
    byte[] random = new byte[NONCE_BYTES];
    new SecureRandom().nextBytes(random);
    String nonce = Base64.getUrlEncoder().withoutPadding().encodeToString(random);
    return new RenewalRequest(volumeId, nodeId, nonce, key.sign(text(volumeId, nodeId, nonce)));
  }

  /** Reads a request; empty if the text is none. */
  public static Optional<RenewalRequest> parse(String text) {
    try {
      return Optional.of(JSON.readValue(text, RenewalRequest.class));
    } catch (JacksonException | NullPointerException e) {
      return Optional.empty();
    }
  }

  /** Returns the request as it is sent. */
  public byte[] toBytes() {
    return JSON.writeValueAsString(this).getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Returns the key with which the request is signed, if it is one that the controller gave.
   *
   * @param attachment id of the attachment that the request is about
   */
  public Optional<MessageKey> signer(Keyring ring, Optional<String> attachment) {
    return MessageKey.ofSigner(
        ring,
        Renewal.purpose(volumeId, nodeId, attachment),
        text(volumeId, nodeId, nonce),
        signature);
  }

  private static String text(String volumeId, String nodeId, String nonce) {
    return "request\0%s\0%s\0%s".formatted(volumeId, nodeId, nonce);
  }

  /** Returns what the signature of the answer to this request is of. */
  public String answered(int status, String body) {
    return "answer\0%s\0%d\0%s".formatted(nonce, status, body);
  }
}
