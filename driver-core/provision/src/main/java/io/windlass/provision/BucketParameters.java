package io.windlass.provision;

import io.windlass.backend.BucketSettings;
import io.windlass.backend.BucketSettings.Encryption;
import io.windlass.registry.Fingerprint;
import io.windlass.setting.Quantity;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Parameters of a BucketClass (COSI), and of the bucket in a StorageClass (CSI).
 *
 * @param backend backend for the bucket; empty: the only one
 * @param naming how buckets are named
 * @param settings settings of the bucket
 * @param whenNotEmpty what a delete does with a bucket that contains objects
 */
public record BucketParameters(
    Optional<String> backend,
    BucketNaming naming,
    BucketSettings settings,
    WhenNotEmpty whenNotEmpty) {

  /** What a delete does with a bucket that contains objects. */
  public enum WhenNotEmpty {
    REFUSE,
    EMPTY
  }

  private static final String WHEN_NOT_EMPTY = "whenNotEmpty";
  private static final String NAME_SUFFIX = "up to 40 of a-z, 0-9, hyphen, ending with no hyphen";

  /** All parameters, in the order that documents show. */
  public static final List<Parameter> ALL =
      List.of(
          new Parameter(
              "backend",
              "a configured backend",
              "the only one",
              "Backend on which the bucket is made."),
          new Parameter(
              "namePrefix",
              "up to 20 of a-z, 0-9, hyphen",
              "none",
              "Text before the suggested name. Refused with v1alpha1, whose workloads take the"
                  + " suggested name for the bucket's name."),
          new Parameter(
              "nameSuffix",
              NAME_SUFFIX,
              "none",
              "Text after the suggested name. Refused with v1alpha1, as namePrefix is. On AWS,"
                  + " -ACCOUNT-REGION-an makes buckets in the namespace of that account and region,"
                  + " in which nobody else can."),
          new Parameter(
              "region",
              "a region of the backend",
              "the backend's",
              "Region in which the bucket is made."),
          new Parameter(
              "versioning",
              "Enabled, Disabled",
              "Disabled",
              "Whether versions of objects are kept."),
          new Parameter(
              "objectLock",
              "true, false",
              "false",
              "Whether objects can be locked against deletion; turns versioning on."),
          new Parameter(
              "retentionDays",
              "1 to 146000, on S3 to 36500",
              "none",
              "Days for which each new object is retained, unless its writer says otherwise. Needs"
                  + " objectLock."),
          new Parameter("quota", "bytes, or like 500Gi", "none", "Most bytes the bucket may hold."),
          new Parameter("expirationDays", "1 to 36500", "none", "Days after which objects expire."),
          new Parameter(
              "encryption",
              "AES256, aws:kms",
              "the backend's",
              "How objects are encrypted at rest."),
          new Parameter(
              "kmsKeyId",
              "a key id; on AWS the ARN of a key",
              "none",
              "Key for encryption aws:kms."),
          new Parameter(
              "encryptionScope",
              "3 to 63 of a-z, 0-9, single hyphens",
              "the account's",
              "Encryption scope (Azure) that all blobs of the container have."),
          new Parameter(
              "tags", "like team=data,env=prod", "none", "Tags of the bucket, at most 50."),
          new Parameter(
              "hierarchicalNamespace",
              "true, false",
              "false",
              "Whether directories are the server's own, and renamed at once. Such a bucket keeps no"
                  + " versions, so snapshots of it are copies."),
          new Parameter(
              WHEN_NOT_EMPTY,
              "Refuse, Empty",
              "Refuse",
              "What a delete does with a bucket that holds objects: refuse, or empty it step by"
                  + " step."));

  private static final int MAX_DAYS = 36_500;

  /** "Time-based retention policies for immutable blob data": of Azure, which has the most. */
  private static final int MAX_RETENTION_DAYS = 146_000;

  private static final int MAX_TAGS = 50;

  /** No parameter given. */
  public static final BucketParameters DEFAULT =
      new BucketParameters(
          Optional.empty(), BucketNaming.SUGGESTED, BucketSettings.DEFAULT, WhenNotEmpty.REFUSE);

  /**
   * Reads parameters.
   *
   * @throws io.windlass.error.DriverException.InvalidArgument naming all parameters that are
   *     unknown or wrong
   */
  public static BucketParameters parse(Map<String, String> given) {
    ParameterReader reader = new ParameterReader(given, ALL);
    BucketParameters parameters = read(reader);
    reader.finish();
    return parameters;
  }

  /**
   * Reads the parameters of a bucket from among others. A parameter that the reader does not know
   * counts as not given.
   */
  public static BucketParameters read(ParameterReader reader) {
    Optional<String> backend = reader.read("backend", "a name", BucketParameters::nonEmpty);
    String prefix =
        reader
            .read("namePrefix", "up to 20 of a-z, 0-9, hyphen", matching("[a-z0-9][a-z0-9-]{0,19}"))
            .orElse("");
    String suffix =
        reader.read("nameSuffix", NAME_SUFFIX, matching("[a-z0-9-]{0,39}[a-z0-9]")).orElse("");
    Optional<String> region =
        reader.read("region", "the name of a region", matching("[a-z0-9][a-z0-9-]{0,62}"));
    boolean versioning =
        reader
            .read("versioning", "Enabled or Disabled", choice("Enabled", true, "Disabled", false))
            .orElse(false);
    boolean lock =
        reader
            .read("objectLock", "true or false", choice("true", true, "false", false))
            .orElse(false);
    OptionalInt retention = days(reader, "retentionDays", MAX_RETENTION_DAYS);
    if (retention.isPresent() && !lock) {
      reader.problem("parameter retentionDays needs objectLock: set that to true");
    }
    Optional<Long> quota = reader.read("quota", "a size like 500Gi", Quantity::parse);
    OptionalInt days = expirationDays(reader);
    Map<String, String> tags = tags(reader);
    Encryption encryption = encryption(reader);
    boolean hierarchical =
        reader
            .read("hierarchicalNamespace", "true or false", choice("true", true, "false", false))
            .orElse(false);
    WhenNotEmpty whenNotEmpty = whenNotEmpty(reader);
    if (lock && reader.text("versioning").equals(Optional.of("Disabled"))) {
      reader.problem("parameter objectLock needs versioning: leave versioning out, or Enabled");
    }
    BucketSettings settings =
        new BucketSettings(
            region,
            versioning || lock,
            lock,
            retention,
            quota.map(OptionalLong::of).orElse(OptionalLong.empty()),
            days,
            encryption,
            tags,
            hierarchical);
    return new BucketParameters(backend, new BucketNaming(prefix, suffix), settings, whenNotEmpty);
  }

  private static WhenNotEmpty whenNotEmpty(ParameterReader reader) {
    return reader
        .read(
            WHEN_NOT_EMPTY,
            "Refuse or Empty",
            choice("Refuse", WhenNotEmpty.REFUSE, "Empty", WhenNotEmpty.EMPTY))
        .orElse(WhenNotEmpty.REFUSE);
  }

  /** Reads the parameter {@code expirationDays} alone. */
  public static OptionalInt expirationDays(ParameterReader reader) {
    return days(reader, "expirationDays", MAX_DAYS);
  }

  private static OptionalInt days(ParameterReader reader, String name, int most) {
    return reader
        .read(name, "a number from 1 to " + most, text -> days(text, most))
        .map(OptionalInt::of)
        .orElse(OptionalInt.empty());
  }

  /** Reads the parameter {@code tags} alone. */
  public static Map<String, String> tags(ParameterReader reader) {
    return reader
        .read("tags", "like team=data,env=prod, at most " + MAX_TAGS, BucketParameters::tags)
        .orElse(Map.of());
  }

  private static Encryption encryption(ParameterReader reader) {
    Optional<String> kind =
        reader.read("encryption", "AES256 or aws:kms", matching("AES256|aws:kms"));
    Optional<String> key =
        reader.read("kmsKeyId", "a key id of up to 128 characters", matching("[!-~]{1,128}"));
    Optional<String> scope =
        reader.read(
            "encryptionScope",
            "3 to 63 lower case letters, digits and single hyphens between them",
            matching("(?=.{3,63}$)[a-z0-9]+(?:-[a-z0-9]+)*"));
    if (scope.isPresent() && kind.isPresent()) {
      reader.problem("parameters encryption and encryptionScope exclude each other");
    }
    boolean kms = kind.equals(Optional.of("aws:kms"));
    if (kms != key.isPresent()) {
      reader.problem("parameters encryption=aws:kms and kmsKeyId go together");
    }
    if (kms) {
      return new Encryption.Kms(key.orElse(""));
    }
    if (scope.isPresent()) {
      return new Encryption.Scope(scope.get());
    }
    return kind.isPresent() ? new Encryption.Managed() : new Encryption.BackendDefault();
  }

  /**
   * Returns the fields by which a repeated request is compared: those that differ from the default.
   */
  public Fingerprint fingerprint() {
    Map<String, String> fields = new LinkedHashMap<>();
    settings.region().ifPresent(region -> fields.put("region", region));
    if (settings.versioning()) {
      fields.put("versioning", "Enabled");
    }
    if (settings.objectLock()) {
      fields.put("objectLock", "true");
    }
    settings.retentionDays().ifPresent(days -> fields.put("retentionDays", Integer.toString(days)));
    settings.quotaBytes().ifPresent(bytes -> fields.put("quota", Long.toString(bytes)));
    settings.expireDays().ifPresent(days -> fields.put("expirationDays", Integer.toString(days)));
    switch (settings.encryption()) {
      case Encryption.BackendDefault() -> {}
      case Encryption.Managed() -> fields.put("encryption", "AES256");
      case Encryption.Kms(String keyId) -> {
        fields.put("encryption", "aws:kms");
        fields.put("kmsKeyId", keyId);
      }
      case Encryption.Scope(String name) -> fields.put("encryptionScope", name);
    }
    if (!settings.tags().isEmpty()) {
      fields.put("tags", new TreeMap<>(settings.tags()).toString());
    }
    if (settings.hierarchicalNamespace()) {
      fields.put("hierarchicalNamespace", "true");
    }
    if (whenNotEmpty == WhenNotEmpty.EMPTY) {
      fields.put(WHEN_NOT_EMPTY, "Empty");
    }
    return Fingerprint.of(fields);
  }

  /**
   * Returns whether the parameters of a delete request ask for the bucket to be emptied. The others
   * are not read.
   *
   * @throws io.windlass.error.DriverException.InvalidArgument when they ask for neither
   */
  public static boolean wantsEmptied(Map<String, String> given) {
    Map<String, String> asked = new HashMap<>(given);
    asked.keySet().retainAll(Set.of(WHEN_NOT_EMPTY));
    ParameterReader reader = new ParameterReader(asked, ALL);
    WhenNotEmpty read = whenNotEmpty(reader);
    reader.finish();
    return read == WhenNotEmpty.EMPTY;
  }

  /** Returns a recorded request, changed so that a delete empties the bucket. */
  static Fingerprint emptied(Fingerprint recorded) {
    Map<String, String> fields = recorded.fields();
    fields.put(WHEN_NOT_EMPTY, "Empty");
    return Fingerprint.of(fields);
  }

  /** Returns what a delete does according to a record, from {@link #fingerprint()}. */
  static WhenNotEmpty whenNotEmpty(Fingerprint recorded) {
    return "Empty".equals(recorded.fields().get(WHEN_NOT_EMPTY))
        ? WhenNotEmpty.EMPTY
        : WhenNotEmpty.REFUSE;
  }

  /**
   * Returns what a record, from {@link #fingerprint()}, says of the retention of its objects, as a
   * clause for an error; empty if nothing.
   */
  static String retention(Fingerprint recorded) {
    return Optional.ofNullable(recorded.fields().get("retentionDays"))
        .map(days ->
            ("; its objects are retained for %s days after they were written (retentionDays of its"
                    + " class), and it can be emptied when that is over")
                .formatted(days))
        .orElse("");
  }

  private static Optional<String> nonEmpty(String text) {
    return Optional.of(text).filter(value -> !value.isEmpty());
  }

  private static Function<String, Optional<String>> matching(String pattern) {
    return text -> Optional.of(text).filter(value -> value.matches(pattern));
  }

  private static <T> Function<String, Optional<T>> choice(
      String first, T one, String second, T other) {
    return text ->
        text.equals(first)
            ? Optional.of(one)
            : text.equals(second) ? Optional.of(other) : Optional.empty();
  }

  private static Optional<Integer> days(String text, int most) {
    return Optional.of(text)
        .filter(value -> value.matches("\\d{1,6}"))
        .map(Integer::parseInt)
        .filter(days -> days >= 1 && days <= most);
  }

  private static Optional<Map<String, String>> tags(String text) {
    Map<String, String> tags = new TreeMap<>();
    for (String pair : text.split(",", -1)) {
      int equals = pair.indexOf('=');
      if (equals < 1) {
        return Optional.empty();
      }
      String key = pair.substring(0, equals).strip();
      String value = pair.substring(equals + 1).strip();
      boolean legal =
          key.matches("[\\p{L}\\p{N} _.:/=+@-]{1,128}")
              && value.matches("[\\p{L}\\p{N} _.:/=+@-]{0,256}");
      if (!legal || tags.put(key, value) != null) {
        return Optional.empty();
      }
    }
    return Optional.of(tags).filter(all -> all.size() <= MAX_TAGS);
  }
}
