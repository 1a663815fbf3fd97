package io.windlass.store.s3;

import static io.windlass.setting.Setting.byDefault;
import static io.windlass.setting.Setting.otherwise;

import io.windlass.setting.Format;
import io.windlass.setting.Formats;
import io.windlass.setting.Setting;
import io.windlass.setting.SettingReader;
import io.windlass.store.s3.client.AwsEndpoint;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Settings for where the driver reaches a server that speaks S3, and in which style. */
final class EndpointSettings {
  static final Setting<URI> ENDPOINT =
      new Setting<>(
          "ENDPOINT",
          Formats.baseUrl(),
          otherwise("required unless FLAVOR=aws"),
          "URL at which the driver reaches the server. With flavor aws it is left out, unless"
              + " requests go to an endpoint of one's own (PrivateLink): AWS's of the region is"
              + " used.");

  static final Setting<Boolean> USE_DUALSTACK_ENDPOINT =
      new Setting<>(
          "USE_DUALSTACK_ENDPOINT",
          Format.bool(),
          byDefault("false"),
          "With flavor aws and without ENDPOINT: whether requests to S3, IAM and STS go to AWS's"
              + " endpoints that also have addresses of IPv6. Workloads are told the one of S3.");

  static final Setting<Boolean> USE_FIPS_ENDPOINT =
      new Setting<>(
          "USE_FIPS_ENDPOINT",
          Format.bool(),
          byDefault("false"),
          "With flavor aws and without ENDPOINT: whether requests to S3, IAM and STS go to AWS's"
              + " endpoints with validated cryptography (FIPS 140), which AWS has in regions of the"
              + " United States and Canada. Workloads are told the one of S3.");

  static final Setting<Boolean> PATH_STYLE =
      new Setting<>(
          "PATH_STYLE",
          Format.bool(),
          otherwise("false on AWS, else true"),
          "Whether buckets are named in the path, and not in the host name. Those that no host name"
              + " can have, as with a dot, always are.");

  private EndpointSettings() {}

  /**
   * Reads the endpoint; the result is to be asked only if no setting was wrong.
   *
   * @param flavor setting with the flavour of the server
   */
  static Supplier<URI> read(SettingReader settings, Setting<?> flavor, Supplier<String> region) {
    boolean aws = is(settings, flavor, "aws");
    boolean named = settings.environment(settings.variable(ENDPOINT)).isPresent();
    Supplier<Optional<URI>> endpoint = settings.option(ENDPOINT);
    Supplier<Boolean> dualStack = settings.value(USE_DUALSTACK_ENDPOINT);
    Supplier<Boolean> fips = settings.value(USE_FIPS_ENDPOINT);
    if (!aws && !named) {
      settings.problem(
          "%s is missing: it must be %s; or set %s to aws"
              .formatted(
                  settings.variable(ENDPOINT),
                  ENDPOINT.format().right(),
                  settings.variable(flavor)));
    }
    for (Setting<Boolean> variant : List.of(USE_DUALSTACK_ENDPOINT, USE_FIPS_ENDPOINT)) {
      if (is(settings, variant, "true") && !aws) {
        settings.problem(
            "%s applies only where %s is aws: remove it"
                .formatted(settings.variable(variant), settings.variable(flavor)));
      } else if (is(settings, variant, "true") && named) {
        settings.problem(
            "%s does not apply where %s is set: remove one of them"
                .formatted(settings.variable(variant), settings.variable(ENDPOINT)));
      }
    }
    if (is(settings, USE_FIPS_ENDPOINT, "true")
        && settings
            .environment(settings.variable(S3Kind.REGION))
            .filter(name -> !AwsEndpoint.hasFips(name))
            .isPresent()) {
      settings.problem(
          "%s: AWS has no such endpoints in the region of %s: remove it"
              .formatted(settings.variable(USE_FIPS_ENDPOINT), settings.variable(S3Kind.REGION)));
    }
    return () ->
        endpoint.get().orElseGet(() -> AwsEndpoint.of(region.get(), dualStack.get(), fips.get()));
  }

  /** Reads whether buckets are named in the path. */
  static Supplier<Boolean> readStyle(SettingReader settings, Supplier<URI> endpoint) {
    Supplier<Optional<Boolean>> pathStyle = settings.option(PATH_STYLE);
    return () -> pathStyle.get().orElseGet(() -> !AwsEndpoint.is(endpoint.get()));
  }

  /** Known before all settings were read, because it decides which others apply. */
  private static boolean is(SettingReader settings, Setting<?> setting, String value) {
    return settings.environment(settings.variable(setting)).filter(value::equals).isPresent();
  }
}
