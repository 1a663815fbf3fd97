package io.windlass.store.s3;

import static io.windlass.setting.Setting.byDefault;
import static io.windlass.setting.Setting.otherwise;
import static io.windlass.setting.Setting.required;

import io.windlass.connect.BackendConfig;
import io.windlass.connect.BackendKind;
import io.windlass.connect.RemoteSettings;
import io.windlass.http.HttpSettings;
import io.windlass.setting.Format;
import io.windlass.setting.Formats;
import io.windlass.setting.Setting;
import io.windlass.setting.SettingReader;
import io.windlass.store.s3.access.OidcProvider;
import io.windlass.store.s3.client.S3Connection;
import io.windlass.store.s3.client.S3Connection.Encryption;
import io.windlass.store.s3.client.S3Flavor;
import io.windlass.store.s3.client.S3Role;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Kind of backend for servers that speak S3. */
public final class S3Kind implements BackendKind {
  /** Setting for the region of a server. */
  public static final Setting<String> REGION =
      new Setting<>("REGION", Formats.region(), byDefault("us-east-1"), "The server's region.");

  private static final Setting<S3Flavor> FLAVOR =
      new Setting<>(
          "FLAVOR",
          Format.oneOf(S3Flavor.class),
          required(),
          "Kind of the server, by which the driver makes users on it. With none, the driver makes"
              + " buckets and grants no access.");

  private static final Setting<URI> IAM_ENDPOINT =
      new Setting<>(
          "IAM_ENDPOINT",
          Formats.baseUrl(),
          otherwise("AWS's, or as ENDPOINT; required with versitygw"),
          "URL of the server's IAM API, where the flavor makes users by it.");

  private static final Setting<URI> PUBLIC_ENDPOINT =
      new Setting<>(
          "PUBLIC_ENDPOINT",
          Formats.baseUrl(),
          otherwise("as the driver does"),
          "URL at which workloads reach the server.");

  private static final Setting<OidcProvider> OIDC_PROVIDER =
      new Setting<>(
          "OIDC_PROVIDER",
          new Format<>(
              "the ARN of an OIDC provider of IAM, like"
                  + " arn:aws:iam::000000000000:oidc-provider/oidc.example.com/id/0",
              OidcProvider::of),
          otherwise("no access by service accounts"),
          "With flavor aws or versitygw: the identity provider in IAM by which the account believes"
              + " the tokens of the cluster, for access by service accounts.");

  private static final Setting<String> PERMISSIONS_BOUNDARY =
      new Setting<>(
          "PERMISSIONS_BOUNDARY",
          Format.matching(
              "arn:[a-z0-9-]+:iam::(?:[0-9]{12}|aws):policy/[A-Za-z0-9+=,.@_/-]{1,512}",
              "the ARN of a policy, like arn:aws:iam::000000000000:policy/limits"),
          otherwise("none"),
          "With flavor aws: the permissions boundary of the users and roles that the driver makes,"
              + " which limits what access may be at most.");

  private static final Setting<String> SSE =
      new Setting<>(
          "SSE",
          Format.matching("AES256|aws:kms|aws:kms:dsse", Encryption.RIGHT),
          otherwise("the default of each bucket"),
          "The encryption that each write asks for, by the driver and in volumes: for buckets whose"
              + " policy denies what does not ask.");

  private static final Setting<String> SSE_KMS_KEY_ID =
      new Setting<>(
          "SSE_KMS_KEY_ID",
          Format.matching("[\\x21-\\x7e]{1,2048}", "the id, the ARN or the alias of a key"),
          otherwise("the server's own choice"),
          "With SSE=aws:kms or aws:kms:dsse: the key.");

  private static final Setting<Integer> MAX_CONNECTIONS =
      new Setting<>(
          "MAX_CONNECTIONS",
          Format.number(1, 1024),
          byDefault("64"),
          "Most connections to the server at one time; 1 counts as 2.");

  @Override
  public String name() {
    return "s3";
  }

  @Override
  public List<Setting<?>> settings() {
    return List.of(
        FLAVOR,
        VersityGateway.TENANTS_TRUST_EACH_OTHER,
        EndpointSettings.ENDPOINT,
        EndpointSettings.USE_DUALSTACK_ENDPOINT,
        EndpointSettings.USE_FIPS_ENDPOINT,
        IAM_ENDPOINT,
        PUBLIC_ENDPOINT,
        REGION,
        EndpointSettings.PATH_STYLE,
        CredentialSettings.CREDENTIALS,
        CredentialSettings.CREDENTIALS_FROM,
        CredentialSettings.CREDENTIALS_ROLE,
        CredentialSettings.CREDENTIALS_EXTERNAL_ID,
        CredentialSettings.STS_ENDPOINT,
        SessionSettings.ROLE_ARN,
        SessionSettings.ROLE_TOKEN_FILE,
        SessionSettings.SESSION_LIFE,
        OIDC_PROVIDER,
        PERMISSIONS_BOUNDARY,
        SSE,
        SSE_KMS_KEY_ID,
        RemoteSettings.CALL_TIMEOUT,
        MAX_CONNECTIONS,
        RemoteSettings.CA_CERTIFICATE,
        RemoteSettings.PROXY);
  }

  @Override
  public List<Setting<?>> ofSessions() {
    return SessionSettings.ALL;
  }

  @Override
  public boolean isLocal() {
    return false;
  }

  @Override
  public Supplier<BackendConfig> read(String backend, SettingReader settings) {
    Supplier<S3Flavor> flavor = settings.value(FLAVOR);
    Supplier<Boolean> _ = settings.value(VersityGateway.TENANTS_TRUST_EACH_OTHER);
    VersityGateway.check(settings, FLAVOR, IAM_ENDPOINT);
    Supplier<String> region = settings.value(REGION);
    Supplier<URI> endpoint = EndpointSettings.read(settings, FLAVOR, region);
    Supplier<Optional<URI>> iamEndpoint = settings.option(IAM_ENDPOINT);
    Supplier<Optional<URI>> publicEndpoint = settings.option(PUBLIC_ENDPOINT);
    Supplier<Boolean> pathStyle = EndpointSettings.readStyle(settings, endpoint);
    Supplier<DriverCredentials> credentials = CredentialSettings.read(settings, endpoint);
    Supplier<Optional<URI>> stsEndpoint = settings.option(CredentialSettings.STS_ENDPOINT);
    Supplier<Optional<S3Role>> role =
        SessionSettings.read(
            settings,
            isAws(settings),
            () ->
                stsEndpoint
                    .get()
                    .or(() -> iamEndpoint.get().filter(_ -> flavor.get() == S3Flavor.VERSITYGW)));
    Supplier<Optional<OidcProvider>> oidcProvider =
        only(
            settings,
            OIDC_PROVIDER,
            List.of("aws", "versitygw"),
            "grant service accounts no access");
    Supplier<Optional<String>> boundary =
        only(settings, PERMISSIONS_BOUNDARY, List.of("aws"), "have no such boundary");
    Supplier<Optional<Encryption>> encryption = encryption(settings);
    Supplier<HttpSettings> remote = RemoteSettings.read(settings);
    Supplier<Integer> maxConnections = settings.value(MAX_CONNECTIONS);
    return () ->
        new S3Config(
            backend,
            flavor.get(),
            new S3Connection(
                endpoint.get(),
                region.get(),
                pathStyle.get(),
                maxConnections.get(),
                remote.get(),
                encryption.get(),
                false),
            iamEndpoint.get(),
            publicEndpoint.get(),
            credentials.get(),
            role.get(),
            oidcProvider.get(),
            boundary.get());
  }

  private static Supplier<Optional<Encryption>> encryption(SettingReader settings) {
    Supplier<Optional<String>> algorithm = settings.option(SSE);
    Supplier<Optional<String>> keyId = settings.option(SSE_KMS_KEY_ID);
    boolean named = settings.environment(settings.variable(SSE_KMS_KEY_ID)).isPresent();
    if (named
        && settings
            .environment(settings.variable(SSE))
            .filter(set -> set.startsWith("aws:kms"))
            .isEmpty()) {
      settings.problem(
          "%s needs %s=aws:kms or aws:kms:dsse"
              .formatted(settings.variable(SSE_KMS_KEY_ID), settings.variable(SSE)));
      return Optional::empty;
    }
    return () -> Encryption.of(algorithm.get(), keyId.get());
  }

  /** Known before all settings were read, because it decides which others apply. */
  private static boolean isAws(SettingReader settings) {
    return settings.environment(settings.variable(FLAVOR)).equals(Optional.of("aws"));
  }

  /** Reads a setting that servers of other flavors do nothing by. */
  private static <T> Supplier<Optional<T>> only(
      SettingReader settings, Setting<T> setting, List<String> flavors, String others) {
    boolean named = settings.environment(settings.variable(setting)).isPresent();
    if (named
        && settings.environment(settings.variable(FLAVOR)).filter(flavors::contains).isEmpty()) {
      settings.problem(
          "%s is for %s=%s, and other servers %s: remove it"
              .formatted(
                  settings.variable(setting),
                  settings.variable(FLAVOR),
                  String.join(" or ", flavors),
                  others));
    }
    return settings.option(setting);
  }
}
