package io.windlass.provision.grant;

import io.windlass.access.AccessMode;
import io.windlass.access.Signing;
import io.windlass.provision.Parameter;
import io.windlass.provision.ParameterReader;
import io.windlass.setting.TimeAmount;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Parameters of a BucketAccessClass.
 *
 * @param backend must be the backend of the buckets; empty: not checked
 * @param givenPrefix prefix as the class has it; empty: none
 * @param prefixExact whether the prefix ends where it does; otherwise at a slash
 * @param actions further actions, by the backend's names
 * @param expiresAfter how long the access lasts, from the first grant
 * @param accessMode access mode for v1alpha1, whose requests have no mode
 * @param signing how the credential is signed; empty: as is usual on the backend
 * @param delegatedUserObjectId the only principal that can use the credential; empty: whoever has
 *     it
 * @param serviceAccountNamespace namespace of the service account that requests name
 * @param serviceAccountIdentity identity that the service account stands for, in the backend's
 *     terms
 */
public record AccessParameters(
    Optional<String> backend,
    String givenPrefix,
    boolean prefixExact,
    Set<String> actions,
    Optional<Duration> expiresAfter,
    Optional<AccessMode> accessMode,
    Optional<Signing> signing,
    Optional<String> delegatedUserObjectId,
    Optional<String> serviceAccountNamespace,
    Optional<String> serviceAccountIdentity) {
  public AccessParameters {
    actions = Set.copyOf(actions);
  }

  /** All parameters, in the order that documents show. */
  public static final List<Parameter> ALL =
      List.of(
          new Parameter(
              "backend",
              "a configured backend",
              "that of the bucket",
              "Backend of the access; it must be the bucket's."),
          new Parameter(
              "prefix",
              "up to 512 printable characters",
              "the whole bucket",
              "Prefix of the keys that the credential can reach. It ends at a slash, which is added"
                  + " if it is missing."),
          new Parameter(
              "prefixExact",
              "true, false",
              "false",
              "true: the prefix ends where it does, so that team also reaches team-secret/file."),
          new Parameter(
              "actions",
              "like s3:GetObjectTagging,s3:PutObjectTagging",
              "none",
              "Further S3 actions that the credential may do. Only actions that cannot widen"
                  + " access are accepted."),
          new Parameter(
              "expiresAfter",
              "like 12h, 30d or P30D",
              "never",
              "How long the credential works after the first grant."),
          new Parameter(
              "accessMode",
              "ReadWrite, ReadOnly, WriteOnly",
              "ReadWrite",
              "What the credential may do. Only with v1alpha1, whose requests carry no mode."),
          new Parameter(
              "signing",
              "UserDelegation",
              "the usual for the backend",
              "Only on Azure: the token is signed by a key that Azure lends to the driver's"
                  + " identity. It needs expiresAfter, of at most 7 days."),
          new Parameter(
              "delegatedUserObjectId",
              "an object id of Entra, like 0b5c2a7e-7d54-4c6b-9f0e-3a1d2c4b5e6f",
              "none",
              "Only with signing=UserDelegation: the token can be used by this principal of the"
                  + " driver's tenant alone, with a token of Entra's beside it."),
          new Parameter(
              "serviceAccountNamespace",
              "a namespace",
              "none",
              "Namespace of the service accounts that get access. Needed with authentication type"
                  + " ServiceAccount, because COSI names the account without it."),
          new Parameter(
              "serviceAccountIdentity",
              "like /subscriptions/…/userAssignedIdentities/app",
              "none",
              "Identity that the service account stands for. On Azure: the resource id of a"
                  + " user-assigned managed identity. On AWS: the name that the role of the access"
                  + " is to have, if not one of the access's own."));

  private static final Duration LONGEST = Duration.ofDays(36_500);

  /** No parameter given. */
  public static final AccessParameters DEFAULT =
      new AccessParameters(
          Optional.empty(),
          "",
          false,
          Set.of(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty());

  /** Returns no parameters but a prefix. */
  public static AccessParameters ofPrefix(String prefix) {
    return new AccessParameters(
        DEFAULT.backend,
        prefix,
        false,
        DEFAULT.actions,
        DEFAULT.expiresAfter,
        DEFAULT.accessMode,
        DEFAULT.signing,
        DEFAULT.delegatedUserObjectId,
        DEFAULT.serviceAccountNamespace,
        DEFAULT.serviceAccountIdentity);
  }

  /** Returns the prefix of the keys that can be accessed; empty: all. */
  public String prefix() {
    boolean whole = givenPrefix.isEmpty() || givenPrefix.endsWith("/");
    return whole || prefixExact ? givenPrefix : givenPrefix + "/";
  }

  /**
   * Reads parameters.
   *
   * @throws io.windlass.error.DriverException.InvalidArgument naming all parameters that are
   *     unknown or wrong
   */
  public static AccessParameters parse(Map<String, String> given) {
    ParameterReader reader = new ParameterReader(given, ALL);
    Optional<String> backend =
        reader.read("backend", "a name", text -> Optional.of(text).filter(v -> !v.isEmpty()));
    String prefix =
        reader
            .read(
                "prefix",
                "up to 512 printable characters without * ? $",
                text -> Optional.of(text).filter(v -> v.matches("[\\p{Print}&&[^*?$]]{1,512}")))
            .orElse("");
    boolean exact =
        reader.read("prefixExact", "true or false", AccessParameters::flag).orElse(false);
    Set<String> actions =
        reader
            .read(
                "actions",
                "like s3:GetObjectTagging,s3:PutObjectTagging",
                AccessParameters::actions)
            .orElse(Set.of());
    Optional<Duration> expiresAfter =
        reader.read("expiresAfter", "like 12h, 30d or P30D", AccessParameters::duration);
    Optional<AccessMode> mode =
        reader.read("accessMode", "ReadWrite, ReadOnly or WriteOnly", AccessParameters::mode);
    Optional<Signing> signing =
        reader.read(
            "signing",
            "UserDelegation",
            text ->
                text.equals("UserDelegation")
                    ? Optional.of(Signing.USER_DELEGATION)
                    : Optional.empty());
    Optional<String> user =
        reader.read(
            "delegatedUserObjectId",
            "an object id of Entra: hexadecimal digits and hyphens, like"
                + " 0b5c2a7e-7d54-4c6b-9f0e-3a1d2c4b5e6f",
            text ->
                Optional.of(text.toLowerCase(Locale.ROOT))
                    .filter(id -> id.matches("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")));
    if (user.isPresent() && reader.text("signing").isEmpty()) {
      reader.problem(
          "parameter delegatedUserObjectId needs parameter signing=UserDelegation: no other token"
              + " can be bound to a principal");
    }
    Optional<String> namespace =
        reader.read(
            "serviceAccountNamespace",
            "a namespace",
            text -> Optional.of(text).filter(v -> v.matches("[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?")));
    Optional<String> identity =
        reader.read(
            "serviceAccountIdentity",
            "up to 512 letters, digits and ._-/@()",
            text -> Optional.of(text).filter(v -> v.matches("[\\w.@/()-]{1,512}")));
    reader.finish();
    return new AccessParameters(
        backend, prefix, exact, actions, expiresAfter, mode, signing, user, namespace, identity);
  }

  /**
   * Returns the fields by which a repeated request is compared: those that differ from the default.
   */
  Map<String, String> fingerprint() {
    Map<String, String> fields = new LinkedHashMap<>();
    String prefix = prefix();
    if (!prefix.isEmpty()) {
      fields.put("prefix", prefix);
      if (prefixExact && !prefix.endsWith("/")) {
        fields.put("prefixExact", "true");
      }
    }
    if (!actions.isEmpty()) {
      fields.put("actions", String.join(",", new TreeSet<>(actions)));
    }
    signing.ifPresent(way -> fields.put("signing", way.name()));
    delegatedUserObjectId.ifPresent(id -> fields.put("delegatedUserObjectId", id));
    expiresAfter.ifPresent(duration -> fields.put("expiresAfter", duration.toString()));
    return fields;
  }

  private static Optional<Set<String>> actions(String text) {
    Set<String> actions =
        new TreeSet<>(Arrays.stream(text.split(",", -1)).map(String::strip).toList());
    return Optional.of(actions)
        .filter(
            all -> all.stream().allMatch(action -> action.matches("[A-Za-z0-9]+:[A-Za-z0-9]+")));
  }

  private static Optional<Duration> duration(String text) {
    return TimeAmount.parse(text)
        .filter(duration -> duration.isPositive() && duration.compareTo(LONGEST) <= 0);
  }

  private static Optional<Boolean> flag(String text) {
    return switch (text) {
      case "true" -> Optional.of(true);
      case "false" -> Optional.of(false);
      default -> Optional.empty();
    };
  }

  private static Optional<AccessMode> mode(String text) {
    return switch (text) {
      case "ReadWrite" -> Optional.of(AccessMode.READ_WRITE);
      case "ReadOnly" -> Optional.of(AccessMode.READ_ONLY);
      case "WriteOnly" -> Optional.of(AccessMode.WRITE_ONLY);
      default -> Optional.empty();
    };
  }
}
