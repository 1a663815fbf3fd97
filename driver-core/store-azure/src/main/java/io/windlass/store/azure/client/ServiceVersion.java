package io.windlass.store.azure.client;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * A version of the service: that of requests (x-ms-version), or that of signatures (sv).
 *
 * @param date its name
 */
public record ServiceVersion(String date) {
  /**
   * "Versioning for the Azure Storage services". Before the first, "Get Account Information" does
   * not say whether an account has directories. It is the newest of Azure Stack Hub.
   */
  static final List<String> ALL =
      List.of(
          "2019-07-07",
          "2019-12-12",
          "2020-02-10",
          "2020-04-08",
          "2020-06-12",
          "2020-08-04",
          "2020-10-02",
          "2020-12-06",
          "2021-02-12",
          "2021-04-10",
          "2021-06-08",
          "2021-08-06",
          "2021-10-04",
          "2021-12-02",
          "2022-11-02",
          "2023-01-03",
          "2023-05-03",
          "2023-08-03",
          "2023-11-03",
          "2024-02-04",
          "2024-05-04",
          "2024-08-04",
          "2024-11-04",
          "2025-01-05",
          "2025-05-05",
          "2025-07-05",
          "2025-11-05",
          "2026-02-06",
          "2026-04-06",
          "2026-06-06");

  /** What a version is, as the end of a sentence. */
  public static final String RIGHT =
      "a version of Azure Storage from %s to %s".formatted(ALL.getFirst(), ALL.getLast());

  /**
   * The version of requests, unless a setting says another or the account lacks it ({@link
   * VersionInUse}): a newer SDK changes nothing.
   */
  public static final ServiceVersion NEWEST = new ServiceVersion(ALL.getLast());

  /** The version of requests to accounts that lack the newest one. */
  public static final ServiceVersion BEFORE = new ServiceVersion("2026-02-06");

  /** The newest version of signatures: tokens that were handed out must not change. */
  private static final ServiceVersion SIGNATURES = new ServiceVersion("2022-11-02");

  /**
   * The newest version of signatures that bind a token to a principal: of those that the SDK tests
   * with ("ContainerIdentitySAS_DelegatedObjectId") the oldest.
   */
  private static final ServiceVersion BOUND_SIGNATURES = BEFORE;

  private static final String WITH_VERSIONS = "2019-12-12";
  private static final String WITH_BATCHES = "2020-04-08";
  private static final String WITH_AGENTS = "2020-02-10";
  private static final String WITH_ENCRYPTION_SCOPE = "2020-12-06";
  private static final String WITH_BOUND_TOKENS = "2025-07-05";
  private static final String WITH_START_OF_LISTS = "2026-02-06";

  /** Throws {@link IllegalArgumentException}, which says what would be valid. */
  public ServiceVersion {
    if (!ALL.contains(date)) {
      throw new IllegalArgumentException("serviceVersion must be " + RIGHT);
    }
  }

  /** Returns whether the driver makes signatures of this version, or made them once. */
  public static boolean signs(String version) {
    return ALL.contains(version) && version.compareTo(SIGNATURES.date) <= 0;
  }

  private boolean isBefore(String other) {
    return date.compareTo(other) < 0;
  }

  /** Returns whether blobs have versions: "Blob versioning". */
  public boolean hasVersions() {
    return !isBefore(WITH_VERSIONS);
  }

  /** Returns whether a request can have several in it, about one container: "Blob Batch". */
  public boolean hasBatches() {
    return !isBefore(WITH_BATCHES);
  }

  /** Returns whether a listing can begin at a name: "List Blobs", startFrom. */
  public boolean hasStartOfLists() {
    return !isBefore(WITH_START_OF_LISTS);
  }

  /** Returns the version of signatures of a service that has requests of this version. */
  public ServiceVersion ofSignatures() {
    return isBefore(SIGNATURES.date) ? this : SIGNATURES;
  }

  /**
   * Returns the version of signatures that bind a token to a principal, of a service that has
   * requests of this version; empty where it binds none: "Create a user delegation SAS", sduoid.
   */
  public Optional<ServiceVersion> ofBoundSignatures() {
    return isBefore(WITH_BOUND_TOKENS)
        ? Optional.empty()
        : Optional.of(isBefore(BOUND_SIGNATURES.date) ? this : BOUND_SIGNATURES);
  }

  /**
   * Returns the fields that are signed behind the key of a user delegation SAS: of two agents and a
   * correlation, which tokens do not have, and of the principal that alone can use the token. Its
   * tenant (skdutid) is named only where it is another than that of the key.
   *
   * @param principal object id; empty: whoever has the token
   */
  public List<String> ofDelegation(Optional<String> principal) {
    if (isBefore(WITH_AGENTS)) {
      return List.of();
    }
    List<String> fields = new ArrayList<>(Collections.nCopies(3, ""));
    if (!isBefore(WITH_BOUND_TOKENS)) {
      String tenant = "";
      fields.addAll(List.of(tenant, principal.orElse("")));
    }
    return fields;
  }

  /**
   * The last of the fields that are signed: "Create a service SAS". Tokens by a lent key have two
   * more from 2026-04-06 on, with which none is signed.
   *
   * @param kind of what a token is for
   * @param state id of a version; else empty
   */
  public List<String> restrictions(String kind, String state) {
    String addresses = "";
    String protocol = "";
    List<String> fields = new ArrayList<>(List.of(addresses, protocol, date, kind, state));
    int scope = isBefore(WITH_ENCRYPTION_SCOPE) ? 0 : 1;
    int headersOfAnswers = 5;
    fields.addAll(Collections.nCopies(scope + headersOfAnswers, ""));
    return fields;
  }
}
