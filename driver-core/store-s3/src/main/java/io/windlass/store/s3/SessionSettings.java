package io.windlass.store.s3;

import static io.windlass.setting.Setting.byDefault;
import static io.windlass.setting.Setting.otherwise;

import io.windlass.setting.Format;
import io.windlass.setting.Formats;
import io.windlass.setting.Setting;
import io.windlass.setting.SettingReader;
import io.windlass.store.s3.client.S3Role;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Settings for the role that the driver assumes for nodes. */
final class SessionSettings {
  static final Setting<String> ROLE_ARN =
      new Setting<>(
          "ROLE_ARN",
          Format.matching(
              "arn:[a-z0-9-]+:iam::[0-9]*:role/[A-Za-z0-9+=,.@_/-]{1,512}",
              "the ARN of a role, like arn:aws:iam::000000000000:role/volumes"),
          otherwise("nodes get keys of their own"),
          "The role that the driver assumes for a node, by which the node gets a key that is limited"
              + " to its volume and ends by itself. Needs WINDLASS_CSI_RENEWAL_ADDRESS. On MinIO any"
              + " name of a role will do.");

  static final Setting<Path> ROLE_TOKEN_FILE =
      new Setting<>(
          "ROLE_TOKEN_FILE",
          Formats.absolutePath(),
          otherwise("by its own credentials (AssumeRole)"),
          "With ROLE_ARN: the file of a token by which the driver assumes the role"
              + " (AssumeRoleWithWebIdentity), like that of a projected service account. Changes are"
              + " seen at once. Versity S3 Gateway needs it, and on AWS sessions may then last"
              + " longer than 1h.");

  static final Setting<Duration> SESSION_LIFE =
      new Setting<>(
          "SESSION_LIFE",
          Formats.duration(S3Role.SHORTEST, S3Role.LONGEST),
          byDefault("1h"),
          "With ROLE_ARN: how long the key of a node lasts. It is renewed after half of that, and"
              + " outlives the detaching of its volume for what is left of it. The role must permit"
              + " as much, and AWS permits 1h if the driver's own credentials are those of a role,"
              + " and assume this one.");

  static final List<Setting<?>> ALL = List.of(ROLE_ARN, ROLE_TOKEN_FILE, SESSION_LIFE);

  private SessionSettings() {}

  /**
   * Reads the settings; the result is to be asked only if no setting was wrong.
   *
   * @param aws whether the server is AWS's
   * @param sts where the server has its security token service
   */
  static Supplier<Optional<S3Role>> read(
      SettingReader settings, boolean aws, Supplier<Optional<URI>> sts) {
    Supplier<Optional<String>> role = settings.option(ROLE_ARN);
    Supplier<Optional<Path>> token = settings.option(ROLE_TOKEN_FILE);
    Supplier<Duration> life = settings.value(SESSION_LIFE);
    requireRole(settings);
    if (aws && !isSet(settings, ROLE_TOKEN_FILE)) {
      requireLife(settings);
    }
    return () -> role.get().map(arn -> new S3Role(arn, sts.get(), life.get(), token.get()));
  }

  /** Known before all settings were read, because it decides which others apply. */
  static boolean isSet(SettingReader settings, Setting<?> setting) {
    return settings.environment(settings.variable(setting)).isPresent();
  }

  /** Refuses what is said of a role where there is none. */
  private static void requireRole(SettingReader settings) {
    if (!isSet(settings, ROLE_ARN)) {
      for (Setting<?> each : List.of(ROLE_TOKEN_FILE, SESSION_LIFE)) {
        if (isSet(settings, each)) {
          settings.problem(Setting.idle(settings.variable(each), settings.variable(ROLE_ARN)));
        }
      }
    }
  }

  /** Refuses a life of sessions that AWS would refuse when a volume is attached. */
  private static void requireLife(SettingReader settings) {
    String life = settings.variable(SESSION_LIFE);
    boolean tooLong =
        settings
            .environment(life)
            .flatMap(SESSION_LIFE.format()::parse)
            .filter(wanted -> wanted.compareTo(S3Role.LONGEST_CHAINED) > 0)
            .isPresent();
    CredentialSettings.ofRole(settings)
        .filter(_ -> tooLong)
        .ifPresent(by ->
            settings.problem(
                "%s must be at most 1h with %s: AWS lets a role assume another for no longer (with %s it does)"
                    .formatted(life, by, settings.variable(ROLE_TOKEN_FILE))));
  }
}
