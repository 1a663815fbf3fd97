package io.windlass.store.s3;

import static io.windlass.setting.Setting.byDefault;
import static io.windlass.setting.Setting.otherwise;

import io.windlass.secret.SecretDirectory;
import io.windlass.setting.Format;
import io.windlass.setting.Formats;
import io.windlass.setting.Setting;
import io.windlass.setting.SettingReader;
import io.windlass.store.s3.client.StsClients;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;

/** Settings for the driver's own credentials on servers that speak S3. */
final class CredentialSettings {
  private static final String ROLE = "arn:[a-z0-9-]+:iam::[0-9]*:role/[A-Za-z0-9+=,.@_/-]{1,512}";

  private static final String ROLE_RIGHT =
      "the ARN of a role, like arn:aws:iam::000000000000:role/driver";

  static final Setting<Path> CREDENTIALS =
      new Setting<>(
          "CREDENTIALS",
          Formats.existingDirectory(),
          otherwise("required unless CREDENTIALS_FROM=chain"),
          "The directory with the administrator's key in the files accessKeyId and secretAccessKey"
              + " (and sessionToken, if there is one), or under their names in the environment of"
              + " AWS's tools, as a Secret is mounted. Changes are seen at once.");

  /** Where the driver's own credentials are. */
  enum CredentialsFrom {
    FILES,
    CHAIN
  }

  static final Setting<CredentialsFrom> CREDENTIALS_FROM =
      new Setting<>(
          "CREDENTIALS_FROM",
          Format.oneOf(CredentialsFrom.class),
          byDefault("files"),
          "Where the driver has its own credentials from: with files, from CREDENTIALS; with chain,"
              + " as AWS's tools have them in a cluster or on a machine: by AWS_ROLE_ARN and"
              + " AWS_WEB_IDENTITY_TOKEN_FILE (IRSA), else by AWS_CONTAINER_CREDENTIALS_FULL_URI"
              + " (EKS Pod Identity), else from the machine's metadata service (instance role).");

  static final Setting<String> CREDENTIALS_ROLE =
      new Setting<>(
          "CREDENTIALS_ROLE",
          Format.matching(ROLE, ROLE_RIGHT),
          otherwise("they are used as they are"),
          "The role that the driver assumes with its own credentials, for all that it does.");

  /** STS API, AssumeRole, ExternalId. */
  static final Setting<String> CREDENTIALS_EXTERNAL_ID =
      new Setting<>(
          "CREDENTIALS_EXTERNAL_ID",
          Format.matching(
              "[\\w+=,.@:/-]{2,1224}", "2 to 1224 letters, digits and characters of _+=,.@:/-"),
          otherwise("none is sent"),
          "With CREDENTIALS_ROLE: the external id that the trust policy of the role demands, so that"
              + " nobody else can have the driver's identity assume it.");

  static final Setting<URI> STS_ENDPOINT =
      new Setting<>(
          "STS_ENDPOINT",
          Formats.baseUrl(),
          otherwise("AWS's on AWS, else as ENDPOINT"),
          "URL of the server's security token service (STS), which gives the credentials of roles."
              + " With versitygw that of IAM_ENDPOINT is taken unless this is set.");

  private CredentialSettings() {}

  /** Reads the settings; the result is to be asked only if no setting was wrong. */
  static Supplier<DriverCredentials> read(SettingReader settings, Supplier<URI> endpoint) {
    Supplier<Optional<Path>> directory = settings.option(CREDENTIALS);
    Supplier<CredentialsFrom> _ = settings.value(CREDENTIALS_FROM);
    Supplier<Optional<String>> role = settings.option(CREDENTIALS_ROLE);
    Supplier<Optional<String>> externalId = settings.option(CREDENTIALS_EXTERNAL_ID);
    requireRole(settings);
    Supplier<Optional<URI>> sts = settings.option(STS_ENDPOINT);
    Supplier<Optional<URI>> where = () -> StsClients.endpoint(sts.get(), endpoint.get());
    Supplier<DriverCredentials> own =
        isChain(settings)
            ? chain(settings, where)
            : () -> new DriverCredentials.Files(new SecretDirectory(directory.get().orElseThrow()));
    boolean named = settings.environment(settings.variable(CREDENTIALS)).isPresent();
    if (isChain(settings) && named) {
      settings.problem(
          "%s does not apply where %s is chain: remove it"
              .formatted(settings.variable(CREDENTIALS), settings.variable(CREDENTIALS_FROM)));
    } else if (!isChain(settings) && !named) {
      settings.problem(
          "%s is missing: it must be %s; or set %s to chain"
              .formatted(
                  settings.variable(CREDENTIALS),
                  CREDENTIALS.format().right(),
                  settings.variable(CREDENTIALS_FROM)));
    }
    return () ->
        role.get()
            .<DriverCredentials>map(
                arn -> new DriverCredentials.Role(arn, externalId.get(), own.get(), where.get()))
            .orElseGet(own);
  }

  private static void requireRole(SettingReader settings) {
    String role = settings.variable(CREDENTIALS_ROLE);
    String id = settings.variable(CREDENTIALS_EXTERNAL_ID);
    if (settings.environment(id).isPresent() && settings.environment(role).isEmpty()) {
      settings.problem(Setting.idle(id, role));
    }
  }

  /** Returns the setting by which the driver's own credentials are those of a role on AWS. */
  static Optional<String> ofRole(SettingReader settings) {
    String role = settings.variable(CREDENTIALS_ROLE);
    return settings
        .environment(role)
        .map(_ -> role)
        .or(() ->
            Optional.of(settings.variable(CREDENTIALS_FROM) + "=chain")
                .filter(_ -> isChain(settings)));
  }

  /** Known before all settings were read, because it decides which others are needed. */
  private static boolean isChain(SettingReader settings) {
    return settings
        .environment(settings.variable(CREDENTIALS_FROM))
        .filter("chain"::equals)
        .isPresent();
  }

  /** The first that there is, as in AWS's tools. */
  private static Supplier<DriverCredentials> chain(
      SettingReader settings, Supplier<Optional<URI>> sts) {
    Optional<String> token = settings.environment("AWS_WEB_IDENTITY_TOKEN_FILE");
    Optional<String> arn = settings.environment("AWS_ROLE_ARN");
    if (token.isPresent()) {
      if (arn.filter(text -> text.matches(ROLE)).isEmpty()) {
        settings.problem(
            "AWS_ROLE_ARN must be %s, beside AWS_WEB_IDENTITY_TOKEN_FILE".formatted(ROLE_RIGHT));
      }
      return () ->
          new DriverCredentials.WebIdentity(
              arn.orElseThrow(),
              Path.of(token.get()),
              settings.environment("AWS_ROLE_SESSION_NAME").orElse("windlass"),
              sts.get());
    }
    boolean container =
        settings.environment("AWS_CONTAINER_CREDENTIALS_FULL_URI").isPresent()
            || settings.environment("AWS_CONTAINER_CREDENTIALS_RELATIVE_URI").isPresent();
    return container ? DriverCredentials.Container::new : DriverCredentials.Instance::new;
  }
}
