package io.windlass.store.s3;

import io.windlass.connect.KeySource;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/** Where AWS's tools have a key from that nobody states, in their order. */
final class S3KeySources {
  private static final String PROFILE = "profile";
  private static final String ANONYMOUS = "anonymous";
  private static final String TOKEN = "AWS_WEB_IDENTITY_TOKEN_FILE";
  private static final String RELATIVE = "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI";
  private static final String FULL = "AWS_CONTAINER_CREDENTIALS_FULL_URI";
  private static final String TOKEN_OF_AGENT = "AWS_CONTAINER_AUTHORIZATION_TOKEN";
  private static final String NO_METADATA = "AWS_EC2_METADATA_DISABLED";
  private static final String METADATA = "AWS_EC2_METADATA_SERVICE_ENDPOINT";
  private static final String METADATA_ADDRESS = "http://169.254.169.254";
  private static final Duration PATIENCE = Duration.ofSeconds(1);

  static final Set<String> OPTIONS = Set.of(PROFILE, ANONYMOUS);

  /** Without {@link #TOKEN_OF_AGENT}, which is a secret. */
  static final Set<String> VARIABLES =
      Set.of(
          RELATIVE,
          FULL,
          TOKEN_OF_AGENT + "_FILE",
          NO_METADATA,
          METADATA,
          "AWS_EC2_METADATA_SERVICE_ENDPOINT_MODE",
          // Of profiles whose key is one of a role or of a login.
          "AWS_ENDPOINT_URL_STS",
          "AWS_ENDPOINT_URL_SSO",
          "AWS_ENDPOINT_URL_SSO_OIDC",
          "AWS_ENDPOINT_URL_SIGNIN",
          // Where the role of a profile is asked for that has no region.
          "AWS_REGION",
          "AWS_DEFAULT_REGION");

  private S3KeySources() {}

  static Optional<KeySource> find(Map<String, String> options, Map<String, String> environment) {
    Function<String, Optional<String>> set =
        name -> Optional.ofNullable(environment.get(name)).filter(text -> !text.isBlank());
    if (options.containsKey(ANONYMOUS)) {
      return Optional.of(source(new DriverCredentials.Anonymous(), Map.of()));
    }
    if (options.containsKey(PROFILE)) {
      return Optional.of(
          profile(AwsProfiles.of(environment), options.getOrDefault(PROFILE, ""), "--profile"));
    }
    return webIdentity(set)
        .or(() -> profile(set, environment))
        .or(() -> container(set))
        .or(() -> instance(set));
  }

  private static Optional<KeySource> webIdentity(Function<String, Optional<String>> set) {
    return set.apply(TOKEN)
        .map(token ->
            source(
                new DriverCredentials.WebIdentity(
                    set.apply("AWS_ROLE_ARN")
                        .orElseThrow(() ->
                            new IllegalArgumentException(
                                "AWS_ROLE_ARN must be the ARN of a role, beside " + TOKEN)),
                    Path.of(token).toAbsolutePath(),
                    set.apply("AWS_ROLE_SESSION_NAME").orElse("windlass"),
                    Optional.empty()),
                Map.of()));
  }

  private static Optional<KeySource> profile(
      Function<String, Optional<String>> set, Map<String, String> environment) {
    AwsProfiles profiles = AwsProfiles.of(environment);
    Optional<String> named = set.apply("AWS_PROFILE");
    return named.isPresent()
        ? named.map(name -> profile(profiles, name, "AWS_PROFILE"))
        : profiles.keyBy("default").map(_ -> profile(profiles, "default", ""));
  }

  private static KeySource profile(AwsProfiles profiles, String name, String by) {
    profiles.require(name, by);
    Map<String, String> address = new TreeMap<>();
    profiles.setting(name, "region").ifPresent(region -> address.put("region", region));
    profiles.setting(name, "endpoint_url").ifPresent(url -> address.put("endpoint", url));
    return source(
        new DriverCredentials.Profile(name, profiles.config(), profiles.credentials()), address);
  }

  private static Optional<KeySource> container(Function<String, Optional<String>> set) {
    return set.apply(RELATIVE)
        .or(() -> set.apply(FULL))
        .map(_ -> {
          requireNoToken(set);
          return source(new DriverCredentials.Container(), Map.of());
        });
  }

  private static void requireNoToken(Function<String, Optional<String>> set) {
    if (set.apply(TOKEN_OF_AGENT).isPresent() && set.apply(TOKEN_OF_AGENT + "_FILE").isEmpty()) {
      throw new IllegalArgumentException(
          "%s is a secret, and is not handed on: write it into a file, and name that in %1$s_FILE"
              .formatted(TOKEN_OF_AGENT));
    }
  }

  /** A machine without a role has nobody there who answers. */
  private static Optional<KeySource> instance(Function<String, Optional<String>> set) {
    boolean wanted = set.apply(NO_METADATA).filter("true"::equalsIgnoreCase).isEmpty();
    return wanted && answers(URI.create(set.apply(METADATA).orElse(METADATA_ADDRESS)))
        ? Optional.of(source(new DriverCredentials.Instance(), Map.of()))
        : Optional.empty();
  }

  private static boolean answers(URI service) {
    try (Socket socket = new Socket()) {
      socket.connect(
          new InetSocketAddress(
              service.getHost(), service.getPort() == -1 ? 80 : service.getPort()),
          (int) PATIENCE.toMillis());
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private static KeySource source(DriverCredentials from, Map<String, String> address) {
    return new KeySource(S3CredentialText.of(from), name(from), address);
  }

  /** Returns a source for people. */
  static String name(DriverCredentials from) {
    return switch (from) {
      case DriverCredentials.Profile(var name, var config, var credentials) ->
          "profile %s of %s and %s".formatted(name, config, credentials);
      case DriverCredentials.WebIdentity(var arn, var token, _, _) ->
          "role %s by the token in %s".formatted(arn, token);
      case DriverCredentials.Container() -> "the agent of this container";
      case DriverCredentials.Instance() ->
          "the role of this machine, as nothing names another (--profile, --credentials, AWS_ACCESS_KEY_ID)";
      case DriverCredentials.Anonymous() -> "nowhere: requests are not signed";
      case DriverCredentials.Files(var directory) -> "the files in " + directory.path();
      case DriverCredentials.Role(var arn, _, _, _) -> "role " + arn;
    };
  }
}
