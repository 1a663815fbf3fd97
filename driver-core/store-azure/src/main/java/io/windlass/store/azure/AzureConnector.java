package io.windlass.store.azure;

import io.windlass.access.BucketLocation;
import io.windlass.access.Credential;
import io.windlass.access.Protocol;
import io.windlass.backend.Backend;
import io.windlass.connect.AccessField;
import io.windlass.connect.AccessField.Part;
import io.windlass.connect.BucketAddress;
import io.windlass.connect.BucketConnector;
import io.windlass.connect.CredentialSource;
import io.windlass.connect.ParsedCredential;
import io.windlass.error.DriverException;
import io.windlass.http.HttpSettings;
import io.windlass.http.Proxies;
import io.windlass.secret.Secret;
import io.windlass.store.azure.client.AzureConnection;
import io.windlass.store.azure.client.AzureEndpoint;
import io.windlass.store.azure.client.AzureKey;
import io.windlass.store.azure.client.AzureProtocol;
import io.windlass.store.azure.client.ServiceVersion;
import io.windlass.store.azure.client.SharedAccessSignature;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Defines addresses and credentials of Azure, and opens containers for mounts. COSI hands out the
 * URI of a container with a token in it, which names the container and the server.
 */
public final class AzureConnector implements BucketConnector {
  private static final String BUCKET = "bucket";
  private static final String ACCOUNT = "storageAccount";
  private static final String ENDPOINT = "endpoint";
  private static final String VERSION = AzureProtocol.VERSION;

  private static final List<AccessField> FIELDS =
      List.of(
          new AccessField(
              BUCKET, Part.BUCKET, Optional.empty(), Optional.empty(), List.of(), List.of()),
          new AccessField(
              ACCOUNT,
              Part.ADDRESS,
              Optional.of("COSI_AZURE_STORAGE_ACCOUNT"),
              Optional.empty(),
              List.of("AZURE_STORAGE_ACCOUNT"),
              List.of()),
          new AccessField(
              ENDPOINT,
              Part.ADDRESS,
              Optional.empty(),
              Optional.empty(),
              List.of("AZURE_STORAGE_BLOB_ENDPOINT", "AZURE_STORAGE_SERVICE_ENDPOINT"),
              List.of()),
          new AccessField(
              VERSION,
              Part.ADDRESS,
              Optional.empty(),
              Optional.empty(),
              List.of("AZURE_STORAGE_SERVICE_VERSION"),
              List.of()),
          AzureCredentials.ACCESS_TOKEN,
          AzureCredentials.ACCOUNT_KEY,
          // Accepted and not used: the service says when a token has expired.
          new AccessField(
              "expiryTimestamp",
              Part.CREDENTIAL,
              Optional.of("COSI_AZURE_EXPIRY_TIMESTAMP"),
              Optional.of("expiryTimeStamp"),
              List.of(),
              List.of("AZURE_STORAGE_SAS_TOKEN_EXPIRY_TIMESTAMP")));

  @Override
  public Protocol protocol() {
    return AzureProtocol.AZURE;
  }

  @Override
  public List<AccessField> fields() {
    return FIELDS;
  }

  /** Only a version that is set is named. */
  @Override
  public Set<String> optional() {
    return Set.of(VERSION);
  }

  @Override
  public String environmentPrefix() {
    return "AZURE_";
  }

  @Override
  public String secretsNeed() {
    return "accessToken or accountKey, with storageAccount or endpoint and bucket where neither the"
        + " volume nor the token's URI says them; or BucketInfo, or COSI_AZURE_…, or"
        + " AZURE_STORAGE_… as COSI and Azure have them";
  }

  @Override
  public String bucketInfo() {
    return "secretAzure";
  }

  @Override
  public Set<String> missing(Set<String> given) {
    Set<String> missing = new TreeSet<>(Set.of(BUCKET, ACCOUNT, AzureCredentialText.ACCESS_TOKEN));
    missing.removeAll(given);
    if (given.contains(ENDPOINT)) {
      missing.remove(ACCOUNT); // the endpoint names it
    }
    if (given.contains(AzureCredentialText.ACCOUNT_KEY)) {
      missing.remove(AzureCredentialText.ACCESS_TOKEN);
    }
    return missing;
  }

  @Override
  public List<String> uriFields() {
    return List.of(ACCOUNT, BUCKET);
  }

  @Override
  public Map<String, String> implied(Map<String, Secret> credential) {
    Map<String, String> implied = new TreeMap<>();
    Optional.ofNullable(credential.get(AzureCredentialText.ACCESS_TOKEN))
        .flatMap(text -> SharedAccessSignature.read(text).place())
        .ifPresent(place -> {
          implied.put(ENDPOINT, place.endpoint().toString());
          place.container().ifPresent(name -> implied.put(BUCKET, name));
        });
    return implied;
  }

  @Override
  public BucketAddress address(String bucket, Map<String, String> fields) {
    Optional<URI> endpoint = Optional.ofNullable(fields.get(ENDPOINT)).map(AzureConnector::uri);
    String account =
        Optional.ofNullable(fields.get(ACCOUNT))
            .or(() -> endpoint.map(AzureEndpoint::account))
            .orElseThrow(
                () -> new DriverException.InvalidArgument("storageAccount or endpoint is missing"));
    if (!AzureEndpoint.isAccount(account)) {
      throw new DriverException.InvalidArgument(
          "storageAccount must be 3 to 24 lower case letters and digits");
    }
    return address(
        AzureProtocol.location(
            bucket, account, endpoint.orElseGet(() -> AzureEndpoint.of(account)), version(fields)));
  }

  private static Optional<ServiceVersion> version(Map<String, String> fields) {
    try {
      return Optional.ofNullable(fields.get(VERSION)).map(ServiceVersion::new);
    } catch (IllegalArgumentException e) {
      throw new DriverException.InvalidArgument(VERSION + " must be " + ServiceVersion.RIGHT);
    }
  }

  @Override
  public BucketAddress address(BucketLocation location) {
    Map<String, String> fields = new TreeMap<>(location.require(AzureProtocol.AZURE).fields());
    fields.put(ENDPOINT, location.endpoint().toString());
    return new BucketAddress(AzureProtocol.AZURE, location.bucket(), fields);
  }

  private static URI uri(String text) {
    try {
      URI uri = URI.create(text);
      if (AzureEndpoint.isRight(uri)) {
        return uri;
      }
    } catch (IllegalArgumentException e) {
      // reported below, without the text
    }
    throw new DriverException.InvalidArgument("endpoint must be " + AzureEndpoint.RIGHT);
  }

  @Override
  public Secret credential(Map<String, Secret> fields) {
    return AzureCredentialText.of(fields);
  }

  @Override
  public Secret credential(Credential credential) {
    return AzureCredentialText.of(
        new AzureKey.Token(SharedAccessSignature.read(AzureProtocol.sasUri(credential)).token()));
  }

  @Override
  public URI server(BucketAddress address) {
    return uri(address.field(ENDPOINT));
  }

  @Override
  public String describe(BucketAddress address) {
    return "%s/%s".formatted(address.field(ENDPOINT), address.bucket());
  }

  @Override
  public Backend open(
      String name,
      BucketAddress address,
      CredentialSource credential,
      Optional<Path> caCertificate,
      Proxies proxies) {
    AzureConnection connection =
        AzureConnection.to(uri(address.field(ENDPOINT)), address.field(ACCOUNT))
            .withVersion(version(address.fields()))
            .withHttp(HttpSettings.DEFAULT.withCaCertificate(caCertificate).withProxies(proxies));
    return switch (credential) {
      case CredentialSource.Files(var directory) ->
          AzureBackend.forData(name, connection, new AzureCredentials(directory, connection)::any);
      case CredentialSource.Text(var text) ->
          AzureBackend.forData(
              name, connection, new ParsedCredential<>(text, AzureCredentialText::read));
    };
  }
}
