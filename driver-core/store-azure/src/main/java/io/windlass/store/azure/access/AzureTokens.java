package io.windlass.store.azure.access;

import com.azure.storage.common.Utility;
import io.windlass.access.KeyGeneration;
import io.windlass.error.DriverException;
import io.windlass.hash.Sha256;
import io.windlass.secret.Secret;
import io.windlass.store.azure.client.AzureContainer;
import io.windlass.store.azure.object.AzureDirectories;
import java.security.SecureRandom;
import java.util.HexFormat;

/**
 * Tokens of grants: service SAS that name a stored access policy. Only the policy states what they
 * permit and when they expire. A token is computed from the account key, the container, the name of
 * the policy and the version of signatures. The generation contains version and salt. So the same
 * grant has the same token with every version of the driver and of the SDK, and a grant after a
 * revoke has another token. The SDK signs with the newest version that it knows, so this does not
 * use it.
 */
final class AzureTokens {
  /** Version of signatures for new generations. */
  static final String VERSION = "2022-11-02";

  /** Signed resources. */
  private static final String CONTAINER = "c";

  private static final String DIRECTORY = "d";

  private static final int SALT_BYTES = 12;
  private static final int ACCOUNT_DIGITS = 32;
  private static final int GENERATION_DIGITS = 16;

  private final SecureRandom random = new SecureRandom();

  /** A new generation, whose derivation is {@code <version of signatures>.<salt in hex>}. */
  KeyGeneration generation(int number) {
    byte[] salt = new byte[SALT_BYTES];
    random.nextBytes(salt);
    return new KeyGeneration(number, VERSION + "." + HexFormat.of().formatHex(salt));
  }

  /** Returns the common prefix of the names of an account's policies. */
  static String policyPrefix(String account) {
    return "w-" + Sha256.hex(account, ACCOUNT_DIGITS) + "-";
  }

  /** The name of a generation's policy: at most 62 of the 64 characters that it can have. */
  static String policy(String account, KeyGeneration key) {
    String text = "%s/%d/%s".formatted(account, key.number(), key.derivation());
    return policyPrefix(account) + key.number() + "-" + Sha256.hex(text, GENERATION_DIGITS);
  }

  /**
   * The URI of the container, or of a directory in it, with the token in it.
   *
   * @param prefix empty, or the path of the directory with its last slash
   * @throws DriverException.FailedPrecondition when the generation is of a later driver
   */
  static Secret uri(AzureContainer container, String prefix, String account, KeyGeneration key) {
    if (!key.derivation().startsWith(VERSION + ".")) {
      throw new DriverException.FailedPrecondition(
          ("the record of account %s names a version of signatures that this driver does"
                  + " not know: use the driver that granted the access")
              .formatted(account));
    }
    String policy = policy(account, key);
    String directory = prefix.isEmpty() ? "" : AzureDirectories.path(prefix);
    String signature =
        container.clients().key().computeHmac256(toSign(container, directory, policy));
    return Secret.of(
        "%s?sv=%s&si=%s&%s&sig=%s"
            .formatted(
                directory.isEmpty()
                    ? container.url()
                    : container.url(directory).replace("%2F", "/"),
                VERSION,
                policy,
                directory.isEmpty()
                    ? "sr=" + CONTAINER
                    : "sr=%s&sdd=%d".formatted(DIRECTORY, directory.split("/").length),
                Utility.urlEncode(signature)));
  }

  /** "Create a service SAS": the sixteen fields since version 2020-12-06. */
  private static String toSign(AzureContainer container, String directory, String policy) {
    String permissions = "";
    String start = "";
    String expiry = "";
    String resource =
        "/blob/%s/%s%s"
            .formatted(
                container.clients().connection().account(),
                container.name(),
                directory.isEmpty() ? "" : "/" + directory);
    String addresses = "";
    String protocol = "";
    String snapshot = "";
    String encryptionScope = "";
    String answersHeaders = "\n\n\n\n";
    return String.join(
        "\n",
        permissions,
        start,
        expiry,
        resource,
        policy,
        addresses,
        protocol,
        VERSION,
        directory.isEmpty() ? CONTAINER : DIRECTORY,
        snapshot,
        encryptionScope,
        answersHeaders);
  }
}
