package io.windlass.store.azure.access;

import com.azure.storage.common.StorageSharedKeyCredential;
import com.azure.storage.common.Utility;
import io.windlass.access.KeyGeneration;
import io.windlass.error.DriverException;
import io.windlass.hash.Sha256;
import io.windlass.secret.Secret;
import io.windlass.store.azure.client.AzureContainer;
import io.windlass.store.azure.client.ServiceVersion;
import io.windlass.store.azure.object.AzureDirectories;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;

/**
 * Tokens of grants: service SAS that name a stored access policy. Only the policy states what they
 * permit and when they expire. A token is computed from the account key, the container, the name of
 * the policy and the version of signatures. The generation contains version and salt. So the same
 * grant has the same token with every version of the driver and of the SDK, and a grant after a
 * revoke has another token. The SDK signs with the newest version that it knows, so this does not
 * use it.
 */
final class AzureTokens {
  /** Signed resources. */
  private static final String CONTAINER = "c";

  private static final String DIRECTORY = "d";

  /** Signed by an account key, it names that key. Azure has nothing signed that reads like this. */
  private static final String WHICH_KEY = "windlass: which key of the account";

  private static final int KEY_NAME_BYTES = 6;
  private static final int SALT_BYTES = 12;
  private static final int ACCOUNT_DIGITS = 32;
  private static final int GENERATION_DIGITS = 16;

  private final SecureRandom random = new SecureRandom();

  /** A new generation, whose derivation is {@code <version of signatures>.<salt in hex>}. */
  KeyGeneration generation(int number, ServiceVersion signatures) {
    byte[] salt = new byte[SALT_BYTES];
    random.nextBytes(salt);
    return new KeyGeneration(number, signatures.date() + "." + HexFormat.of().formatHex(salt));
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

  /** Returns a name of an account key, from which nobody learns the key: twelve hex digits. */
  static String nameOf(StorageSharedKeyCredential accountKey) {
    byte[] signature = Base64.getDecoder().decode(accountKey.computeHmac256(WHICH_KEY));
    return HexFormat.of().formatHex(signature, 0, KEY_NAME_BYTES);
  }

  /**
   * The URI of the container, or of a directory in it, with the token in it.
   *
   * @param prefix empty, or the path of the directory with its last slash
   * @param signer the account key that signs it
   * @throws DriverException.FailedPrecondition when the generation is of a later driver
   */
  static Secret uri(
      AzureContainer container,
      String prefix,
      String account,
      KeyGeneration key,
      StorageSharedKeyCredential signer) {
    String sv = key.derivation().split("\\.", 2)[0];
    if (!ServiceVersion.signs(sv)) {
      throw new DriverException.FailedPrecondition(
          ("the record of account %s names a version of signatures that this driver does"
                  + " not know: use the driver that granted the access")
              .formatted(account));
    }
    String policy = policy(account, key);
    String directory = directory(prefix);
    String permissions = "";
    String start = "";
    String expiry = "";
    List<String> fields =
        new ArrayList<>(
            List.of(permissions, start, expiry, resource(container, directory), policy));
    fields.addAll(new ServiceVersion(sv).restrictions(kind(directory), ""));
    String signature = signer.computeHmac256(String.join("\n", fields));
    return Secret.of(
        "%s?sv=%s&si=%s&%s&sig=%s"
            .formatted(
                url(container, directory),
                sv,
                policy,
                "sr=" + kind(directory) + (directory.isEmpty() ? "" : "&sdd=" + depth(directory)),
                Utility.urlEncode(signature)));
  }

  /** Returns the path of the directory that a prefix is; empty for a whole container. */
  static String directory(String prefix) {
    return prefix.isEmpty() ? "" : AzureDirectories.path(prefix);
  }

  /** Returns what a token is for, as it is signed. */
  static String resource(AzureContainer container, String directory) {
    return "/blob/%s/%s%s"
        .formatted(
            container.clients().connection().account(),
            container.name(),
            directory.isEmpty() ? "" : "/" + directory);
  }

  /** Returns the kind of what a token is for. */
  static String kind(String directory) {
    return directory.isEmpty() ? CONTAINER : DIRECTORY;
  }

  /** Returns the number of segments of a directory. */
  static int depth(String directory) {
    return directory.split("/").length;
  }

  /** Returns the URL of what a token is for. */
  static String url(AzureContainer container, String directory) {
    return directory.isEmpty() ? container.url() : container.url(directory).replace("%2F", "/");
  }
}
