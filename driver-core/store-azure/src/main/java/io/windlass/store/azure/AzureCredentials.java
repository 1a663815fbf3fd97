package io.windlass.store.azure;

import io.windlass.connect.AccessField;
import io.windlass.connect.AccessField.Part;
import io.windlass.connect.CredentialFiles;
import io.windlass.error.DriverException;
import io.windlass.secret.Secret;
import io.windlass.secret.SecretDirectory;
import io.windlass.store.azure.client.AzureCloud;
import io.windlass.store.azure.client.AzureConnection;
import io.windlass.store.azure.client.AzureIdentity;
import io.windlass.store.azure.client.AzureKey;
import io.windlass.store.azure.client.SharedAccessSignature;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/**
 * Credentials for a storage account, from the files of a mounted Secret: the account's key in
 * {@code accountKey} or {@code connectionString}; a token, {@code accessToken}; an identity, {@code
 * tenantId} and {@code clientId} with {@code clientSecret} or {@code federatedToken}; or files with
 * the names of the environment variables of Azure's tools and with those of COSI. Read for every
 * request, so a rotated key is used from the next on.
 */
final class AzureCredentials {
  static final AccessField ACCESS_TOKEN =
      new AccessField(
          AzureCredentialText.ACCESS_TOKEN,
          Part.CREDENTIAL,
          Optional.of("COSI_AZURE_ACCESS_TOKEN"),
          Optional.of("accessToken"),
          List.of("AZURE_STORAGE_SAS_TOKEN"),
          List.of());

  static final AccessField ACCOUNT_KEY =
      field(AzureCredentialText.ACCOUNT_KEY, List.of("AZURE_STORAGE_KEY"));

  private static final AccessField CONNECTION_STRING =
      field("connectionString", List.of("AZURE_STORAGE_CONNECTION_STRING"));
  private static final AccessField TENANT = field("tenantId", List.of("AZURE_TENANT_ID"));
  private static final AccessField CLIENT = field("clientId", List.of("AZURE_CLIENT_ID"));
  private static final AccessField CLIENT_SECRET =
      field("clientSecret", List.of("AZURE_CLIENT_SECRET"));

  /** Where a projected volume has the token of the driver's service account. */
  private static final AccessField FEDERATED_TOKEN = field("federatedToken", List.of());

  private final CredentialFiles files;
  private final AzureConnection connection;

  /**
   * Creates the credentials; reads nothing yet.
   *
   * @param connection to the account that a connection string must be of
   */
  AzureCredentials(SecretDirectory directory, AzureConnection connection) {
    this.files = new CredentialFiles(directory);
    this.connection = connection;
  }

  private static AccessField field(String name, List<String> environment) {
    return new AccessField(
        name, Part.CREDENTIAL, Optional.empty(), Optional.empty(), environment, List.of());
  }

  /**
   * Returns the current key of the account; if there is none, the identity.
   *
   * @throws DriverException.Unauthenticated naming the file that is missing, empty, unreadable or
   *     wrong
   */
  AzureKey own() {
    return findKey()
        .or(() -> identity().map(AzureKey.Identity::new))
        .orElseThrow(() ->
            files.wrong(
                ACCOUNT_KEY.name(),
                "is missing or empty, and so is clientId: put a key of the storage account there,"
                    + " or the files of an identity",
                null));
  }

  /**
   * Returns the current identity; empty if there is no client id.
   *
   * @throws DriverException.Unauthenticated as {@link #own}
   */
  Optional<AzureIdentity> identity() {
    return files.together(this::readIdentity);
  }

  private Optional<AzureIdentity> readIdentity() {
    return files
        .find(CLIENT)
        .map(client ->
            new AzureIdentity(
                id(
                    files
                        .find(TENANT)
                        .orElseThrow(() ->
                            files.wrong(
                                TENANT.name(), "is missing or empty: name the tenant", null))),
                id(client),
                proof()));
  }

  /** Checks an id, which becomes part of the URL that secrets are sent to. */
  private String id(CredentialFiles.Found found) {
    String text = found.value().reveal();
    if (!text.matches("[A-Za-z0-9][A-Za-z0-9.-]{0,127}")) {
      throw files.wrong(
          found.file(), "is no id: those are letters, digits, dots and hyphens", null);
    }
    return text;
  }

  private AzureIdentity.Proof proof() {
    return files
        .find(CLIENT_SECRET)
        .<AzureIdentity.Proof>map(found -> new AzureIdentity.Proof.ClientSecret(found.value()))
        .or(() ->
            files
                .find(FEDERATED_TOKEN)
                .map(found -> new AzureIdentity.Proof.Assertion(found.value())))
        .orElseThrow(() ->
            files.wrong(
                CLIENT_SECRET.name(),
                "is missing or empty, and so is %s: put one of them there"
                    .formatted(FEDERATED_TOKEN.name()),
                null));
  }

  /**
   * Returns the current token, key or identity.
   *
   * @throws DriverException.Unauthenticated as {@link #own}
   */
  AzureKey any() {
    return files
        .find(ACCESS_TOKEN)
        .map(this::token)
        .or(this::findKey)
        .or(() -> identity().map(AzureKey.Identity::new))
        .orElseThrow(() ->
            files.wrong(
                ACCESS_TOKEN.name(),
                "is missing or empty, and so is %s: put a token or a key there"
                    .formatted(ACCOUNT_KEY.name()),
                null));
  }

  private Optional<AzureKey> findKey() {
    return files
        .find(ACCOUNT_KEY)
        .map(found -> key(found.file(), found.value()))
        .or(() -> files.find(CONNECTION_STRING).map(this::inConnectionString));
  }

  private AzureKey token(CredentialFiles.Found found) {
    try {
      return new AzureKey.Token(SharedAccessSignature.read(found.value()).token());
    } catch (DriverException.InvalidArgument e) {
      throw files.wrong(
          found.file(), "is no shared access signature of a container that anybody can use", null);
    }
  }

  private AzureKey key(String file, Secret key) {
    try {
      byte[] _ = Base64.getDecoder().decode(key.reveal());
      return new AzureKey.Account(key);
    } catch (IllegalArgumentException e) {
      // Its message shows a character of the key.
      throw files.wrong(file, "is no key of a storage account: those are Base64", null);
    }
  }

  /**
   * "Configure Azure Storage connection strings". The settings say where the account is; a
   * connection string of another cloud belongs to another account.
   */
  private AzureKey inConnectionString(CredentialFiles.Found found) {
    String account = connection.account();
    if (!part(found, "AccountName").map(Secret::reveal).map(account::equals).orElse(false)) {
      throw files.wrong(found.file(), "is not of the storage account " + account, null);
    }
    requireSameCloud(found);
    return part(found, "AccountKey")
        .map(key -> key(found.file(), key))
        .orElseThrow(() -> files.wrong(found.file(), "lacks AccountKey", null));
  }

  private void requireSameCloud(CredentialFiles.Found found) {
    Optional<AzureCloud> ofKey =
        part(found, "EndpointSuffix").map(Secret::reveal).flatMap(AzureCloud::of);
    Optional<AzureCloud> ofEndpoint = AzureCloud.of(connection.endpoint().getHost());
    if (ofKey.isPresent() && ofEndpoint.isPresent() && !ofKey.equals(ofEndpoint)) {
      throw files.wrong(
          found.file(),
          "is of the cloud %s, and the endpoint is of %s: set the endpoint to %s"
              .formatted(
                  ofKey.get().suffix(),
                  ofEndpoint.get().suffix(),
                  ofKey.get().endpoint(connection.account())),
          null);
    }
  }

  private static Optional<Secret> part(CredentialFiles.Found found, String name) {
    return Arrays.stream(found.value().reveal().split(";", -1))
        .map(String::strip)
        .filter(part -> part.startsWith(name + "="))
        .map(part -> Secret.of(part.substring(name.length() + 1)))
        .findFirst();
  }
}
