package io.windlass.store.azure.client;

import io.windlass.access.BucketLocation;
import io.windlass.access.CosiForm;
import io.windlass.access.Credential;
import io.windlass.access.Protocol;
import io.windlass.secret.Secret;
import java.net.URI;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The protocol of Azure's blobs, and how COSI says its containers and tokens. */
public final class AzureProtocol implements CosiForm {
  public static final Protocol AZURE = new Protocol("AZURE", new AzureProtocol());

  private static final String ACCOUNT = "storageAccount";
  private static final String SAS_URI = "sasUri";

  /** Name of a field of locations: the version of requests, where it is set. */
  public static final String VERSION = "serviceVersion";

  /** The form of a time that the sidecar of v1alpha1, which is written in Go, can parse. */
  private static final DateTimeFormatter GO_TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss '+0000 UTC'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private AzureProtocol() {}

  /** Returns the location of a container of a storage account. */
  public static BucketLocation location(String container, String account, URI endpoint) {
    return location(container, account, endpoint, Optional.empty());
  }

  /** The same for a service that has requests of this version; empty: it is found. */
  public static BucketLocation location(
      String container, String account, URI endpoint, Optional<ServiceVersion> version) {
    return new BucketLocation(
        AZURE,
        container,
        endpoint,
        version
            .map(set -> Map.of(ACCOUNT, account, VERSION, set.date()))
            .orElseGet(() -> Map.of(ACCOUNT, account)));
  }

  /**
   * Returns a shared access signature as credential.
   *
   * @param sasUri resource URI and token together
   * @param expires when the token ends; empty where only revocation ends it
   */
  public static Credential.Key token(Secret sasUri, Optional<Instant> expires) {
    return new Credential.Key(AZURE, Map.of(SAS_URI, sasUri), expires);
  }

  /**
   * Returns resource URI and token together.
   *
   * @throws IllegalArgumentException when it is no credential of Azure
   */
  public static Secret sasUri(Credential credential) {
    return Credential.key(credential, AZURE).field(SAS_URI);
  }

  @Override
  public Optional<Message<String>> bucketInV1Alpha1(BucketLocation location) {
    return Optional.of(
        new Message<>("azureBlob", Map.of("storage_account", location.field(ACCOUNT))));
  }

  @Override
  public Message<Secret> keyInV1Alpha1(Credential.Key key, BucketLocation location) {
    Map<String, Secret> secrets = new TreeMap<>(Map.of("accessToken", sasUri(key)));
    key.expires().ifPresent(end -> secrets.put("expiryTs", Secret.of(GO_TIME.format(end))));
    return new Message<>("azure", secrets);
  }

  @Override
  public Map<String, String> bucketInV1Alpha2(BucketLocation location) {
    return Map.of("COSI_AZURE_STORAGE_ACCOUNT", location.field(ACCOUNT));
  }

  @Override
  public Map<String, Secret> credentialInV1Alpha2(Credential credential) {
    return switch (credential) {
      case Credential.Key key ->
          Map.of(
              "COSI_AZURE_ACCESS_TOKEN",
              sasUri(key),
              "COSI_AZURE_EXPIRY_TIMESTAMP",
              Secret.of(key.expires().map(Instant::toString).orElse("")));
      case Credential.OwnIdentity _ -> Map.of();
    };
  }
}
