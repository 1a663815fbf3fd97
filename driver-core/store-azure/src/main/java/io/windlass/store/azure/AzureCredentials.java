package io.windlass.store.azure;

import io.windlass.secret.Secret;
import io.windlass.secret.SecretDirectory;
import io.windlass.store.DriverException;
import java.io.IOException;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Credentials for a storage account, from the files of a mounted Secret: the account's key in
 * {@code accountKey} or {@code connectionString}; a token, {@code accessToken}; an identity, {@code
 * tenantId} and {@code clientId} with {@code clientSecret} or {@code federatedToken}; or files with
 * the names of the environment variables of Azure's tools and with those of COSI. Read for every
 * request, so a rotated key is used from the next on.
 */
final class AzureCredentials {
  private static final List<String> ACCOUNT_KEY = List.of("accountKey", "AZURE_STORAGE_KEY");
  private static final List<String> CONNECTION_STRING =
      List.of("connectionString", "AZURE_STORAGE_CONNECTION_STRING");
  private static final List<String> ACCESS_TOKEN =
      List.of("accessToken", "COSI_AZURE_ACCESS_TOKEN", "AZURE_STORAGE_SAS_TOKEN");
  private static final List<String> TENANT = List.of("tenantId", "AZURE_TENANT_ID");
  private static final List<String> CLIENT = List.of("clientId", "AZURE_CLIENT_ID");
  private static final List<String> CLIENT_SECRET = List.of("clientSecret", "AZURE_CLIENT_SECRET");

  /** Where a projected volume has the token of the driver's service account. */
  private static final List<String> FEDERATED_TOKEN = List.of("federatedToken");

  private final SecretDirectory directory;
  private final AzureConnection connection;

  /**
   * Makes it; nothing is read yet.
   *
   * @param connection to the account that a connection string must be of
   */
  AzureCredentials(SecretDirectory directory, AzureConnection connection) {
    this.directory = directory;
    this.connection = connection;
  }

  /** A value, and the file that it is in. */
  private record Found(String file, Secret value) {}

  /**
   * The key of the account as it is now; without one, the identity.
   *
   * @throws DriverException.Unauthenticated naming the file that is missing, empty, unreadable or
   *     wrong
   */
  AzureKey own() {
    return findKey()
        .or(() -> identity().map(AzureKey.Identity::new))
        .orElseThrow(() ->
            wrong(
                ACCOUNT_KEY.getFirst(),
                "is missing or empty, and so is clientId: put a key of the storage account there,"
                    + " or the files of an identity",
                null));
  }

  /**
   * The identity as it is now; empty without its client id.
   *
   * @throws DriverException.Unauthenticated as {@link #own}
   */
  Optional<AzureIdentity> identity() {
    return find(CLIENT)
        .map(client ->
            new AzureIdentity(
                id(
                    find(TENANT)
                        .orElseThrow(() ->
                            wrong(
                                TENANT.getFirst(), "is missing or empty: name the tenant", null))),
                id(client),
                proof()));
  }

  /** It is part of the URL that secrets are sent to. */
  private String id(Found found) {
    String text = found.value().reveal();
    if (!text.matches("[A-Za-z0-9][A-Za-z0-9.-]{0,127}")) {
      throw wrong(found.file(), "is no id: those are letters, digits, dots and hyphens", null);
    }
    return text;
  }

  private AzureIdentity.Proof proof() {
    return find(CLIENT_SECRET)
        .<AzureIdentity.Proof>map(found -> new AzureIdentity.Proof.ClientSecret(found.value()))
        .or(() ->
            find(FEDERATED_TOKEN).map(found -> new AzureIdentity.Proof.Assertion(found.value())))
        .orElseThrow(() ->
            wrong(
                CLIENT_SECRET.getFirst(),
                "is missing or empty, and so is %s: put one of them there"
                    .formatted(FEDERATED_TOKEN.getFirst()),
                null));
  }

  /**
   * The key, the token or the identity that is there now.
   *
   * @throws DriverException.Unauthenticated as {@link #own}
   */
  AzureKey any() {
    return find(ACCESS_TOKEN)
        .map(this::token)
        .or(this::findKey)
        .or(() -> identity().map(AzureKey.Identity::new))
        .orElseThrow(() ->
            wrong(
                ACCESS_TOKEN.getFirst(),
                "is missing or empty, and so is %s: put a token or a key there"
                    .formatted(ACCOUNT_KEY.getFirst()),
                null));
  }

  private Optional<AzureKey> findKey() {
    return find(ACCOUNT_KEY)
        .map(found -> key(found.file(), found.value()))
        .or(() -> find(CONNECTION_STRING).map(this::inConnectionString));
  }

  private AzureKey token(Found found) {
    try {
      return new AzureKey.Token(SharedAccessSignature.read(found.value()).token());
    } catch (DriverException.InvalidArgument e) {
      throw wrong(found.file(), "is no shared access signature of a container", null);
    }
  }

  private AzureKey key(String file, Secret key) {
    try {
      byte[] _ = Base64.getDecoder().decode(key.reveal());
      return new AzureKey.Account(key);
    } catch (IllegalArgumentException e) {
      // Its message shows a character of the key.
      throw wrong(file, "is no key of a storage account: those are Base64", null);
    }
  }

  /**
   * "Configure Azure Storage connection strings". Where the account is, the settings say; a string
   * of another cloud is of another account.
   */
  private AzureKey inConnectionString(Found found) {
    String account = connection.account();
    if (!part(found, "AccountName").map(Secret::reveal).map(account::equals).orElse(false)) {
      throw wrong(found.file(), "is not of the storage account " + account, null);
    }
    requireSameCloud(found);
    return part(found, "AccountKey")
        .map(key -> key(found.file(), key))
        .orElseThrow(() -> wrong(found.file(), "lacks AccountKey", null));
  }

  private void requireSameCloud(Found found) {
    Optional<AzureCloud> ofKey =
        part(found, "EndpointSuffix").map(Secret::reveal).flatMap(AzureCloud::of);
    Optional<AzureCloud> ofEndpoint = AzureCloud.of(connection.endpoint().getHost());
    if (ofKey.isPresent() && ofEndpoint.isPresent() && !ofKey.equals(ofEndpoint)) {
      throw wrong(
          found.file(),
          "is of the cloud %s, and the endpoint is of %s: set the endpoint to %s"
              .formatted(
                  ofKey.get().suffix(),
                  ofEndpoint.get().suffix(),
                  ofKey.get().endpoint(connection.account())),
          null);
    }
  }

  private static Optional<Secret> part(Found found, String name) {
    return Arrays.stream(found.value().reveal().split(";", -1))
        .map(String::strip)
        .filter(part -> part.startsWith(name + "="))
        .map(part -> Secret.of(part.substring(name.length() + 1)))
        .findFirst();
  }

  private Optional<Found> find(List<String> files) {
    for (String file : files) {
      try {
        Optional<Secret> value = directory.read(file);
        if (value.isPresent()) {
          return Optional.of(new Found(file, value.get()));
        }
      } catch (IOException e) {
        throw wrong(file, "cannot be read: let the driver's user read it", e);
      }
    }
    return Optional.empty();
  }

  private DriverException.Unauthenticated wrong(
      String file, String what, @Nullable Throwable cause) {
    return new DriverException.Unauthenticated(
        "file %s in %s %s".formatted(file, directory.path(), what), cause);
  }
}
