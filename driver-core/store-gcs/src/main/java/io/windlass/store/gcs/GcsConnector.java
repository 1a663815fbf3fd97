package io.windlass.store.gcs;

import io.windlass.access.BucketLocation;
import io.windlass.access.Credential;
import io.windlass.access.Protocol;
import io.windlass.backend.Backend;
import io.windlass.connect.AccessField;
import io.windlass.connect.AccessField.Part;
import io.windlass.connect.BucketAddress;
import io.windlass.connect.BucketConnector;
import io.windlass.connect.CredentialFiles;
import io.windlass.connect.CredentialSource;
import io.windlass.connect.ParsedCredential;
import io.windlass.error.DriverException;
import io.windlass.http.HttpSettings;
import io.windlass.http.Proxies;
import io.windlass.secret.Secret;
import io.windlass.store.gcs.client.GcsAccessKey;
import io.windlass.store.gcs.client.GcsConnection;
import io.windlass.store.gcs.client.GcsProtocol;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Defines addresses and credentials of Google Cloud Storage, and opens buckets for mounts: with the
 * HMAC key of a grant over the XML API; with a token of a node, or for a mount by hand an identity,
 * over the JSON API.
 */
public final class GcsConnector implements BucketConnector {
  private static final String BUCKET = "bucket";
  private static final String ENDPOINT = "endpoint";
  private static final String BUCKET_NAME = "[a-z0-9](?:[a-z0-9._-]{1,220})[a-z0-9]";

  private static final List<AccessField> FIELDS =
      List.of(
          new AccessField(
              BUCKET,
              Part.BUCKET,
              Optional.of("COSI_GCS_BUCKET_NAME"),
              Optional.empty(),
              List.of(),
              List.of("BUCKET_NAME")),
          new AccessField(
              ENDPOINT,
              Part.ADDRESS,
              Optional.empty(),
              Optional.empty(),
              List.of("STORAGE_EMULATOR_HOST"),
              List.of()),
          GcsKeyFiles.ACCESS_ID,
          GcsKeyFiles.ACCESS_SECRET,
          ofNoUse("projectId", "COSI_GCS_PROJECT_ID", List.of("PROJECT_ID")),
          ofNoUse("serviceAccount", "COSI_GCS_SERVICE_ACCOUNT", List.of("SERVICE_ACCOUNT_NAME")),
          ofNoUse("privateKeyName", "COSI_GCS_PRIVATE_KEY_NAME", List.of()));

  /**
   * Returns a field that is accepted and not used: the key determines its account, and names of
   * buckets are unique.
   */
  private static AccessField ofNoUse(String name, String cosi, List<String> secretsOnly) {
    return new AccessField(
        name, Part.CREDENTIAL, Optional.of(cosi), Optional.empty(), List.of(), secretsOnly);
  }

  @Override
  public Protocol protocol() {
    return GcsProtocol.GCS;
  }

  @Override
  public List<AccessField> fields() {
    return FIELDS;
  }

  @Override
  public String environmentPrefix() {
    return "HMAC_";
  }

  @Override
  public String secretsNeed() {
    return "accessId and accessSecret of an HMAC key, with bucket where the volume does not say it;"
        + " or COSI_GCS_…, as COSI has them";
  }

  /** Empty: the sidecar of v1alpha1 knows only S3 and Azure. */
  @Override
  public String bucketInfo() {
    return "secretGcs";
  }

  @Override
  public Set<String> missing(Set<String> given) {
    Set<String> missing =
        new TreeSet<>(Set.of(BUCKET, GcsCredentialText.ACCESS_ID, GcsCredentialText.ACCESS_SECRET));
    missing.removeAll(given);
    return missing;
  }

  /** Returns the scheme that Google's tools use. */
  @Override
  public String uriScheme() {
    return "gs";
  }

  @Override
  public List<String> uriFields() {
    return List.of(BUCKET);
  }

  @Override
  public Map<String, String> implied(Map<String, Secret> credential) {
    return Map.of();
  }

  @Override
  public BucketAddress address(String bucket, Map<String, String> fields) {
    if (!bucket.matches(BUCKET_NAME)) {
      throw new DriverException.InvalidArgument(
          "bucket must be 3 to 222 lower case letters, digits, '-', '_' and '.'");
    }
    URI endpoint =
        Optional.ofNullable(fields.get(ENDPOINT))
            .map(GcsConnector::uri)
            .orElse(GcsConnection.DEFAULT_ENDPOINT);
    return new BucketAddress(GcsProtocol.GCS, bucket, Map.of(ENDPOINT, endpoint.toString()));
  }

  @Override
  public BucketAddress address(BucketLocation location) {
    BucketLocation own = location.require(GcsProtocol.GCS);
    return new BucketAddress(
        GcsProtocol.GCS, own.bucket(), Map.of(ENDPOINT, own.endpoint().toString()));
  }

  private static URI uri(String text) {
    try {
      URI uri = URI.create(text);
      if (GcsConnection.isEndpoint(uri)) {
        return uri;
      }
    } catch (IllegalArgumentException e) {
      // reported below, without the text
    }
    throw new DriverException.InvalidArgument("endpoint must be " + GcsConnection.ENDPOINT_RIGHT);
  }

  @Override
  public Secret credential(Map<String, Secret> fields) {
    return GcsCredentialText.of(GcsCredentialText.key(fields));
  }

  @Override
  public Secret credential(Credential credential) {
    return GcsProtocol.token(credential)
        .map(GcsCredentialText::ofToken)
        .orElseGet(() -> GcsCredentialText.of(GcsAccessKey.of(credential).signer()));
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
    GcsConnection connection =
        GcsConnection.forData(uri(address.field(ENDPOINT)))
            .withHttp(HttpSettings.DEFAULT.withCaCertificate(caCertificate).withProxies(proxies));
    return switch (credential) {
      case CredentialSource.Files(var directory) -> {
        GcsKeyFiles key = new GcsKeyFiles(new CredentialFiles(directory));
        yield key.hasKey()
            ? GcsBackend.withKey(name, connection, key::key)
            : GcsBackend.withIdentity(name, connection, Optional.of(directory));
      }
      case CredentialSource.Text(var text) ->
          GcsCredentialText.isToken(text.get())
              ? GcsBackend.withToken(
                  name, connection, new ParsedCredential<>(text, GcsCredentialText::readToken))
              : GcsBackend.withKey(
                  name, connection, new ParsedCredential<>(text, GcsCredentialText::read));
    };
  }
}
