package io.windlass.cli.mount.source;

import io.windlass.connect.BucketConnector;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import picocli.CommandLine.Option;

/** Options of a mount for what other servers than those of S3 do not have. */
public final class S3Options {
  @Option(
      names = "--profile",
      paramLabel = "NAME",
      description =
          "Of S3: the profile of ~/.aws that has the key. The mount fetches its keys as AWS's tools"
              + " do, also by SSO or credential_process, and the next ones in time")
  Optional<String> profile = Optional.empty();

  @Option(
      names = "--anonymous",
      description = "Of S3: sign no requests, for public buckets. Most also need --read-only.")
  boolean anonymous;

  @Option(
      names = "--requester-pays",
      description = "Of S3: agree to pay for requests, where the owner of the bucket demands it.")
  boolean requesterPays;

  @Option(
      names = "--storage-class",
      paramLabel = "CLASS",
      description =
          "Of S3: the storage class of objects that the mount makes, like INTELLIGENT_TIERING. What"
              + " has another class than STANDARD keeps it. Default: the bucket's own")
  Optional<String> storageClass = Optional.empty();

  @Option(
      names = "--path-style",
      description = "Of S3: the bucket is in the path of URLs. Default: so but on AWS")
  boolean pathStyle;

  @Option(
      names = "--virtual-hosted",
      description = "Of S3: the bucket is in the host name of URLs. Default: so on AWS")
  boolean virtualHosted;

  @Option(
      names = "--sse",
      paramLabel = "AES256|aws:kms|aws:kms:dsse",
      description =
          "Of S3: the encryption that each write asks for, where the bucket's policy denies what does"
              + " not ask. Default: the bucket's own")
  Optional<String> sse = Optional.empty();

  @Option(
      names = "--sse-kms-key-id",
      paramLabel = "KEY",
      description =
          "With --sse aws:kms or aws:kms:dsse: the id, ARN or alias of the key. Default: the"
              + " server's own choice")
  Optional<String> sseKmsKeyId = Optional.empty();

  /**
   * Returns what was given, by the connector's names.
   *
   * @param inFiles whether the key is in files
   * @throws IllegalArgumentException when it does not apply, or not together
   */
  public Map<String, String> given(BucketConnector connector, boolean inFiles) {
    Map<String, String> given = new TreeMap<>();
    add(connector, given, "--profile", "profile", profile);
    add(connector, given, "--anonymous", "anonymous", flag(anonymous));
    add(connector, given, "--requester-pays", "requesterPays", flag(requesterPays));
    add(connector, given, "--storage-class", "storageClass", storageClass);
    add(connector, given, "--path-style", "pathStyle", flag(pathStyle));
    add(connector, given, "--virtual-hosted", "pathStyle", flag(virtualHosted).map(_ -> "false"));
    add(connector, given, "--sse", "sse", sse);
    add(connector, given, "--sse-kms-key-id", "sseKmsKeyId", sseKmsKeyId);
    require(
        storageClass.stream().allMatch(name -> name.matches("[\\w.-]+")),
        "--storage-class must be the name of one, like STANDARD_IA");
    require(!pathStyle || !virtualHosted, "--path-style and --virtual-hosted exclude each other");
    require(
        !(profile.isPresent() && anonymous) && !(inFiles && (profile.isPresent() || anonymous)),
        "--credentials, --profile and --anonymous exclude each other");
    require(
        sseKmsKeyId.isEmpty() || sse.filter(name -> name.startsWith("aws:kms")).isPresent(),
        "--sse-kms-key-id needs --sse aws:kms or aws:kms:dsse");
    return given;
  }

  private static Optional<String> flag(boolean set) {
    return Optional.of("true").filter(_ -> set);
  }

  private static void add(
      BucketConnector connector,
      Map<String, String> given,
      String option,
      String name,
      Optional<String> value) {
    boolean known =
        connector.sourceOptions().contains(name)
            || connector.fields().stream().anyMatch(field -> field.name().equals(name));
    require(known || value.isEmpty(), option + " is for buckets of S3: leave it out");
    value.ifPresent(text -> given.put(name, text));
  }

  private static void require(boolean right, String what) {
    if (!right) {
      throw new IllegalArgumentException(what);
    }
  }
}
