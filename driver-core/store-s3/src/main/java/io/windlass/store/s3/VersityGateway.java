package io.windlass.store.s3;

import static io.windlass.setting.Setting.byDefault;

import io.windlass.error.DriverException;
import io.windlass.error.StoreErrors;
import io.windlass.setting.Format;
import io.windlass.setting.Setting;
import io.windlass.setting.SettingReader;
import io.windlass.store.s3.client.S3Clients;
import io.windlass.store.s3.client.S3Flavor;

/**
 * What flavor versitygw needs of an administrator, and what is refused of a Versity S3 Gateway
 * without it.
 */
final class VersityGateway {
  static final Setting<Boolean> TENANTS_TRUST_EACH_OTHER =
      new Setting<>(
          "TENANTS_TRUST_EACH_OTHER",
          Format.bool(),
          byDefault("false"),
          "With flavor versitygw, which needs it: true says that all who get keys of the gateway"
              + " may trust each other. Keys that may write are not held to their bucket in all"
              + " cases by versitygw 1.8.0.");

  private static final String WHY =
      "keys that may write are not held to their bucket in all cases by versitygw 1.8.0; tenants of"
          + " one gateway must trust each other";

  private VersityGateway() {}

  /**
   * Refuses the flavor without the consent, and what has no effect with it or without it.
   *
   * @param flavor setting with the flavour of the server
   * @param iamEndpoint setting with the URL of the IAM API
   */
  static void check(SettingReader settings, Setting<?> flavor, Setting<?> iamEndpoint) {
    String versitygw = settings.variable(flavor) + "=versitygw";
    String consent = settings.variable(TENANTS_TRUST_EACH_OTHER);
    boolean consents = is(settings, TENANTS_TRUST_EACH_OTHER, "true");
    if (!is(settings, flavor, "versitygw")) {
      if (consents) {
        settings.problem("%s is for %s: remove it".formatted(consent, versitygw));
      }
      return;
    }
    if (!consents) {
      settings.problem(
          "%s needs %s=true: %s. With %s=none, the driver grants no access"
              .formatted(versitygw, consent, WHY, settings.variable(flavor)));
    }
    if (!SessionSettings.isSet(settings, iamEndpoint)) {
      settings.problem(
          "%s is missing: it must be %s, where 'versitygw iam' serves beside the gateway"
              .formatted(settings.variable(iamEndpoint), iamEndpoint.format().right()));
    }
    if (SessionSettings.isSet(settings, SessionSettings.ROLE_ARN)
        && !SessionSettings.isSet(settings, SessionSettings.ROLE_TOKEN_FILE)) {
      settings.problem(
          "%s needs %s where %s, which has no AssumeRole: set that too, or remove it"
              .formatted(
                  settings.variable(SessionSettings.ROLE_ARN),
                  settings.variable(SessionSettings.ROLE_TOKEN_FILE),
                  versitygw));
    }
    if (SessionSettings.isSet(settings, CredentialSettings.CREDENTIALS_ROLE)) {
      settings.problem(
          "%s does not apply where %s, which has no AssumeRole: remove it"
              .formatted(settings.variable(CredentialSettings.CREDENTIALS_ROLE), versitygw));
    }
  }

  /** Known before all settings were read, because it decides which others apply. */
  private static boolean is(SettingReader settings, Setting<?> setting, String value) {
    return settings.environment(settings.variable(setting)).filter(value::equals).isPresent();
  }

  /**
   * Checks that no other flavor grants access on a server that named itself so in its last answer
   * about an object: a record of the access was written before.
   *
   * @throws DriverException.FailedPrecondition if one would
   */
  static void requireFlavor(S3Flavor flavor, S3Clients clients, StoreErrors errors) {
    if (flavor != S3Flavor.VERSITYGW && clients.requests().answeredByVersity()) {
      throw new DriverException.FailedPrecondition(
          errors.says(
              "grant access on",
              "the server",
              ("it names itself VERSITYGW: set FLAVOR to versitygw, which needs"
                      + " TENANTS_TRUST_EACH_OTHER=true (%s), or to none, by which the driver"
                      + " grants no access")
                  .formatted(WHY)));
    }
  }
}
