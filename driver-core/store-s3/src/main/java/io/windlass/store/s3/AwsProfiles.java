package io.windlass.store.s3;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The profiles of AWS's tools, as far as to say which there are and where each has its key from.
 * What starts a mount does not have the SDK, which reads the rest.
 *
 * @param config that {@code ~/.aws/config} stands for; need not be there
 * @param credentials the same of {@code ~/.aws/credentials}
 * @param profiles settings by the name of the profile
 */
record AwsProfiles(Path config, Path credentials, Map<String, Map<String, String>> profiles) {
  private static final Pattern SECTION = Pattern.compile("\\[\\s*([^]]+?)\\s*].*");

  /**
   * A line that begins with white space belongs to the setting before it; what follows white space
   * and a sign is a comment.
   */
  private static final Pattern SETTING =
      Pattern.compile("([A-Za-z0-9_]+)\\s*=\\s*(.*?)(?:\\s+[#;].*|\\s*)");

  private static final String SOURCE = "credential_source";

  private static final Pattern PROFILE = Pattern.compile("(?:profile\\s+)?(.+)");

  /** Settings of which one says where the key comes from, in the order of the SDK. */
  private static final List<String> SOURCES =
      List.of(
          "role_arn",
          "sso_session",
          "sso_start_url",
          "aws_access_key_id",
          "login_session",
          "credential_process");

  AwsProfiles {
    profiles = Map.copyOf(profiles);
  }

  /**
   * Reads the files that an environment names.
   *
   * @throws IllegalArgumentException when one cannot be read; the message names it
   */
  static AwsProfiles of(Map<String, String> environment) {
    Path home =
        Path.of(
            Optional.ofNullable(environment.get("HOME"))
                .orElseGet(() -> System.getProperty("user.home")));
    Path config = file(environment, "AWS_CONFIG_FILE", home.resolve(".aws/config"));
    Path credentials =
        file(environment, "AWS_SHARED_CREDENTIALS_FILE", home.resolve(".aws/credentials"));
    Map<String, Map<String, String>> profiles = new TreeMap<>();
    for (Path file : List.of(config, credentials)) {
      add(profiles, file, file.equals(config));
    }
    return new AwsProfiles(config, credentials, profiles);
  }

  private static Path file(Map<String, String> environment, String variable, Path otherwise) {
    return Optional.ofNullable(environment.get(variable))
        .filter(text -> !text.isBlank())
        .map(Path::of)
        .orElse(otherwise)
        .toAbsolutePath();
  }

  private static void add(
      Map<String, Map<String, String>> profiles, Path file, boolean hasOtherSections) {
    Map<String, String> at = new TreeMap<>();
    for (String line : lines(file)) {
      Matcher section = SECTION.matcher(line);
      Matcher setting = SETTING.matcher(line);
      if (section.matches()) {
        at =
            section(section.group(1), hasOtherSections)
                .map(name -> profiles.computeIfAbsent(name, _ -> new TreeMap<>()))
                .orElseGet(TreeMap::new);
      } else if (setting.matches()) {
        at.put(setting.group(1).toLowerCase(Locale.ROOT), setting.group(2));
      }
    }
  }

  /** In the file of credentials each section is a profile, in the other those that say so. */
  private static Optional<String> section(String title, boolean hasOtherSections) {
    Matcher named = PROFILE.matcher(title);
    boolean isProfile =
        !hasOtherSections || title.equals("default") || title.matches("profile\\s.+");
    return isProfile && named.matches()
        ? Optional.of(hasOtherSections ? named.group(1) : title)
        : Optional.empty();
  }

  private static List<String> lines(Path file) {
    if (!Files.exists(file)) {
      return List.of();
    }
    try {
      return Files.readAllLines(file, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "%s cannot be read (%s): let this user read it"
              .formatted(file, e.getClass().getSimpleName()),
          e);
    }
  }

  /** Returns the setting by which a profile has its key; empty if it has none, or is not there. */
  Optional<String> keyBy(String name) {
    Map<String, String> settings = profiles.getOrDefault(name, Map.of());
    return SOURCES.stream().filter(settings::containsKey).findFirst();
  }

  /**
   * Requires that a profile is there and has a key.
   *
   * @param by what names it
   * @throws IllegalArgumentException that says which there are
   */
  void require(String name, String by) {
    if (!profiles.containsKey(name)) {
      throw new IllegalArgumentException(
          "%s names the profile '%s', which is not in %s or %s: %s"
              .formatted(
                  by,
                  name,
                  config,
                  credentials,
                  profiles.isEmpty()
                      ? "they have none"
                      : "they have " + String.join(", ", new TreeMap<>(profiles).keySet())));
    }
    if (keyBy(name).isEmpty()) {
      throw new IllegalArgumentException(
          "%s names the profile '%s', which has no key: it must have one of %s"
              .formatted(by, name, String.join(", ", SOURCES)));
    }
    requireNotOfEnvironment(name);
  }

  /** Keys of the environment are not handed on. */
  private void requireNotOfEnvironment(String name) {
    if (setting(name, SOURCE).filter("Environment"::equals).isPresent()) {
      throw new IllegalArgumentException(
          "profile %s of %s has %s = Environment, which a mount has not: name a source_profile"
              .formatted(name, config, SOURCE));
    }
  }

  /** Returns a setting of a profile. */
  Optional<String> setting(String name, String setting) {
    return Optional.ofNullable(profiles.getOrDefault(name, Map.of()).get(setting))
        .filter(text -> !text.isEmpty());
  }
}
