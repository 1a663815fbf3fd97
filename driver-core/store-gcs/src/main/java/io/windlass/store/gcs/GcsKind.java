package io.windlass.store.gcs;

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
import io.windlass.store.gcs.client.GcsConnection;
import io.windlass.store.gcs.client.GcsManagement;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Kind of a backend that is Google Cloud Storage of one project. */
public final class GcsKind implements BackendKind {
  private static final Setting<String> PROJECT =
      new Setting<>(
          "PROJECT",
          Format.matching(GcsConnection.PROJECT, GcsConnection.PROJECT_RIGHT),
          required(),
          "The id of the project that buckets and service accounts are made in.");

  private static final Setting<URI> ENDPOINT =
      new Setting<>(
          "ENDPOINT",
          endpoint(),
          otherwise(GcsConnection.DEFAULT_ENDPOINT.toString()),
          "Where Cloud Storage is reached by the driver, if not at its usual place: a private"
              + " endpoint, or an emulator. COSI has no field that tells workloads of it.");

  private static final Setting<Path> CREDENTIALS =
      new Setting<>(
          "CREDENTIALS",
          Formats.existingDirectory(),
          otherwise("the identity of the machine, from its metadata server"),
          "The directory with the driver's identity in the file credentials.json, as a Secret is"
              + " mounted: the key of a service account, or the configuration of workload identity"
              + " federation (external_account). Without that file, the identity of the machine is"
              + " used. Changes are seen at once.");

  private static final Setting<URI> IAM =
      new Setting<>(
          "IAM",
          endpoint(),
          otherwise(GcsManagement.PUBLIC.iam().toString()),
          "Where the API of IAM is reached, in which service accounts and roles are made.");

  private static final Setting<URI> STS =
      new Setting<>(
          "STS",
          endpoint(),
          otherwise(GcsManagement.PUBLIC.sts().toString()),
          "Where the security token service is reached, which makes tokens for nodes.");

  private static final Setting<String> POOL =
      new Setting<>(
          "WORKLOAD_IDENTITY_POOL",
          Format.matching(
              GcsManagement.POOL, "projects/NUMBER/locations/global/workloadIdentityPools/…"),
          otherwise("no access by service accounts"),
          "The workload identity pool of the cluster, for access by service accounts. That of a"
              + " GKE cluster is named PROJECT.svc.id.goog.");

  private static final Setting<String> REGION =
      new Setting<>(
          "REGION",
          Formats.region(),
          otherwise("the service's default, US"),
          "The location of new buckets, like europe-west4.");

  /** "Soft delete": from 7 to 90 days. */
  private static final Setting<Duration> SOFT_DELETE =
      new Setting<>(
          "SOFT_DELETE",
          Formats.duration(Duration.ofDays(7), Duration.ofDays(90)),
          otherwise("new buckets have no soft delete"),
          "How long new buckets keep what is deleted, and charge for it, parts of uploads too: what"
              + " an organisation's constraint storage.softDeletePolicySeconds demands, like 7d.");

  private static final Setting<Duration> KEYS_TRIED_FOR =
      new Setting<>(
          "KEYS_TRIED_FOR",
          Formats.duration(Duration.ZERO, Duration.ofMinutes(5)),
          byDefault("5s"),
          "How long Google has to accept a new key at each trial before the grant is OK, and to"
              + " refuse a key before its revoke is: parts of Google learn of a change later than"
              + " others. Zero: one row of trials is enough.");

  private static Format<URI> endpoint() {
    return new Format<>(
        GcsConnection.ENDPOINT_RIGHT,
        text -> {
          URI uri = URI.create(text);
          return Format.require(GcsConnection.isEndpoint(uri), uri);
        });
  }

  @Override
  public String name() {
    return "gcs";
  }

  @Override
  public List<Setting<?>> settings() {
    return List.of(
        PROJECT,
        ENDPOINT,
        REGION,
        SOFT_DELETE,
        CREDENTIALS,
        IAM,
        STS,
        POOL,
        KEYS_TRIED_FOR,
        RemoteSettings.CALL_TIMEOUT,
        RemoteSettings.CA_CERTIFICATE,
        RemoteSettings.PROXY);
  }

  @Override
  public boolean isLocal() {
    return false;
  }

  @Override
  public Supplier<BackendConfig> read(String backend, SettingReader settings) {
    Supplier<String> project = settings.value(PROJECT);
    Supplier<Optional<URI>> endpoint = settings.option(ENDPOINT);
    Supplier<Optional<String>> region = settings.option(REGION);
    Supplier<Optional<Duration>> softDelete = settings.option(SOFT_DELETE);
    Supplier<Optional<Path>> credentials = settings.option(CREDENTIALS);
    Supplier<Optional<URI>> iam = settings.option(IAM);
    Supplier<Optional<URI>> sts = settings.option(STS);
    Supplier<Optional<String>> pool = settings.option(POOL);
    Supplier<Duration> tried = settings.value(KEYS_TRIED_FOR);
    Supplier<HttpSettings> remote = RemoteSettings.read(settings);
    return () -> {
      GcsConnection connection =
          GcsConnection.to(endpoint.get().orElse(GcsConnection.DEFAULT_ENDPOINT), project.get())
              .withHttp(remote.get())
              .withRegion(region.get())
              .withSoftDelete(softDelete.get().orElse(Duration.ZERO))
              .withManagement(
                  new GcsManagement(
                      iam.get().orElse(GcsManagement.PUBLIC.iam()),
                      sts.get().orElse(GcsManagement.PUBLIC.sts()),
                      pool.get(),
                      GcsManagement.DEFAULT_POLICIES_EFFECTIVE_AFTER,
                      tried.get()));
      return new GcsConfig(backend, connection, credentials.get().map(SecretDirectory::new));
    };
  }
}
