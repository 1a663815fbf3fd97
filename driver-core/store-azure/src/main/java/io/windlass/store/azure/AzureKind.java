package io.windlass.store.azure;

import static io.windlass.setting.Setting.byDefault;
import static io.windlass.setting.Setting.otherwise;
import static io.windlass.setting.Setting.required;

import io.windlass.connect.BackendConfig;
import io.windlass.connect.BackendKind;
import io.windlass.connect.RemoteSettings;
import io.windlass.http.HttpSettings;
import io.windlass.secret.SecretDirectory;
import io.windlass.setting.Format;
import io.windlass.setting.Formats;
import io.windlass.setting.Setting;
import io.windlass.setting.SettingReader;
import io.windlass.store.azure.access.AzureNodeTokens;
import io.windlass.store.azure.client.AzureCloud;
import io.windlass.store.azure.client.AzureConnection;
import io.windlass.store.azure.client.AzureEndpoint;
import io.windlass.store.azure.client.AzureManagement;
import io.windlass.store.azure.client.ServiceVersion;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Kind of a backend that is a storage account of Azure's. */
public final class AzureKind implements BackendKind {
  private static final Setting<String> ACCOUNT =
      new Setting<>(
          "ACCOUNT",
          Format.matching("[a-z0-9]{3,24}", "3 to 24 lower case letters and digits"),
          required(),
          "The name of the storage account.");

  private static final Setting<URI> ENDPOINT =
      new Setting<>(
          "ENDPOINT",
          new Format<>(
              AzureEndpoint.RIGHT,
              text -> {
                URI uri = URI.create(text);
                return Format.require(AzureEndpoint.isRight(uri), uri);
              }),
          otherwise("https://ACCOUNT.blob.core.windows.net"),
          "Where the account's blobs are reached, by the driver and by workloads: in other clouds,"
              + " behind a name of your own, or in an emulator.");

  private static final Setting<Path> CREDENTIALS =
      new Setting<>(
          "CREDENTIALS",
          Formats.existingDirectory(),
          required(),
          "The directory with a key of the storage account in the file accountKey, or with a"
              + " connection string in the file connectionString, as a Secret is mounted; or with"
              + " an identity in the files tenantId, clientId, and clientSecret or federatedToken;"
              + " or with both, of which the key is used for data. Changes are seen at once; tokens"
              + " that were handed out end with the key that signed them.");

  private static final Setting<String> RESOURCE_ID =
      new Setting<>(
          "RESOURCE_ID",
          Format.matching(
              "/subscriptions/[\\w.()-]+/resourceGroups/[\\w.()-]+/providers/Microsoft\\.Storage"
                  + "/storageAccounts/[a-z0-9]{3,24}",
              "/subscriptions/…/resourceGroups/…/providers/Microsoft.Storage/storageAccounts/…"),
          otherwise("no access by service accounts, and no objectLock"),
          "The resource id of the storage account, for access by service accounts, for containers"
              + " with objectLock, and for messages that say how long the account lets tokens last.");

  private static final Setting<String> ISSUER =
      new Setting<>(
          "ISSUER",
          Format.matching("https://[^\\s?#\"\\\\]{1,500}", "a URL that begins with https://"),
          otherwise("no access by service accounts"),
          "The issuer of the cluster's service account tokens, for access by service accounts.");

  private static final Setting<URI> AUTHORITY =
      new Setting<>(
          "AUTHORITY",
          Formats.baseUrl(),
          otherwise("that of the cloud that ENDPOINT is in, or else of the public cloud"),
          "Where Entra issues tokens for the driver's identity.");

  private static final Setting<URI> MANAGER =
      new Setting<>(
          "MANAGER",
          Formats.baseUrl(),
          otherwise("that of the cloud that ENDPOINT is in, or else of the public cloud"),
          "Where Azure Resource Manager is.");

  private static final Setting<String> REGION =
      new Setting<>(
          "REGION",
          Formats.region(),
          otherwise("not known"),
          "The location of the storage account, like westeurope, for volumes that are made for"
              + " nodes of a region.");

  private static final Setting<Boolean> HIERARCHY =
      new Setting<>(
          "HIERARCHY",
          Format.bool(),
          otherwise("the account is asked"),
          "Whether the account has a hierarchical namespace. A driver with an identity may ask it"
              + " with the action Microsoft.Storage/storageAccounts/blobServices/getInfo/action, or"
              + " at the account's endpoint for directories (dfs).");

  private static final Setting<ServiceVersion> SERVICE_VERSION =
      new Setting<>(
          "SERVICE_VERSION",
          new Format<>(ServiceVersion.RIGHT, ServiceVersion::new),
          otherwise(
              "%s, or %s where the account does not have that"
                  .formatted(ServiceVersion.NEWEST.date(), ServiceVersion.BEFORE.date())),
          "The version of requests (x-ms-version), for services that have neither: for Azure Stack"
              + " Hub 2019-07-07. Before 2019-12-12 blobs have no versions.");

  private static final Setting<Duration> SESSION_LIFE =
      new Setting<>(
          "SESSION_LIFE",
          Formats.duration(AzureNodeTokens.SHORTEST, AzureNodeTokens.LONGEST),
          byDefault("1h"),
          "With WINDLASS_CSI_RENEWAL_ADDRESS: how long the token of a node lasts, which it renews"
              + " after half of that time. It outlives the detaching of its volume for what is left"
              + " of it.");

  @Override
  public String name() {
    return "azure";
  }

  @Override
  public List<Setting<?>> settings() {
    return List.of(
        ACCOUNT,
        ENDPOINT,
        REGION,
        CREDENTIALS,
        RESOURCE_ID,
        ISSUER,
        AUTHORITY,
        MANAGER,
        SESSION_LIFE,
        HIERARCHY,
        SERVICE_VERSION,
        RemoteSettings.CALL_TIMEOUT,
        RemoteSettings.CA_CERTIFICATE,
        RemoteSettings.PROXY);
  }

  @Override
  public List<Setting<?>> ofSessions() {
    return List.of(SESSION_LIFE);
  }

  @Override
  public boolean isLocal() {
    return false;
  }

  @Override
  public Supplier<BackendConfig> read(String backend, SettingReader settings) {
    Supplier<String> account = settings.value(ACCOUNT);
    Supplier<Optional<URI>> endpoint = settings.option(ENDPOINT);
    Supplier<Optional<String>> region = settings.option(REGION);
    Supplier<Path> credentials = settings.value(CREDENTIALS);
    Supplier<Optional<String>> resource = settings.option(RESOURCE_ID);
    Supplier<Optional<String>> issuer = settings.option(ISSUER);
    Supplier<Optional<URI>> authority = settings.option(AUTHORITY);
    Supplier<Optional<URI>> manager = settings.option(MANAGER);
    Supplier<Duration> life = settings.value(SESSION_LIFE);
    Supplier<Optional<Boolean>> hierarchy = settings.option(HIERARCHY);
    Supplier<Optional<ServiceVersion>> version = settings.option(SERVICE_VERSION);
    Supplier<HttpSettings> remote = RemoteSettings.read(settings);
    return () -> {
      URI uri = endpoint.get().orElseGet(() -> AzureEndpoint.of(account.get()));
      AzureCloud cloud = AzureCloud.ofAccount(uri);
      AzureConnection connection =
          AzureConnection.to(uri, account.get())
              .withHttp(remote.get())
              .withRegion(region.get())
              .withHierarchy(hierarchy.get())
              .withVersion(version.get())
              .withManagement(
                  new AzureManagement(
                      authority.get().orElse(cloud.authority()),
                      manager.get().orElse(cloud.manager()),
                      resource.get(),
                      issuer.get(),
                      AzureManagement.DEFAULT_ROLES_EFFECTIVE_AFTER));
      return new AzureConfig(
          backend, connection, new SecretDirectory(credentials.get()), life.get());
    };
  }
}
