package io.windlass.store.azure.client;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

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
          "2026-02-06");

  /** What a version is, as the end of a sentence. */
  public static final String RIGHT =
      "a version of Azure Storage from %s to %s".formatted(ALL.getFirst(), ALL.getLast());

  /** The version of all requests, unless a setting says another: a newer SDK changes nothing. */
  public static final ServiceVersion USUAL = new ServiceVersion(ALL.getLast());

  /** The newest version of signatures: tokens that were handed out must not change. */
  private static final ServiceVersion SIGNATURES = new ServiceVersion("2022-11-02");

  private static final String WITH_VERSIONS = "2019-12-12";
  private static final String WITH_BATCHES = "2020-04-08";
  private static final String WITH_DELEGATED_USER = "2020-02-10";
  private static final String WITH_ENCRYPTION_SCOPE = "2020-12-06";

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

  /** Returns the version of signatures of a service that has requests of this version. */
  public ServiceVersion ofSignatures() {
    return isBefore(SIGNATURES.date) ? this : SIGNATURES;
  }

  /** Returns how many fields, all empty, are signed behind the key of a user delegation SAS. */
  public List<String> ofDelegation() {
    return isBefore(WITH_DELEGATED_USER) ? List.of() : Collections.nCopies(3, "");
  }

  /**
   * The last of the fields that are signed: "Create a service SAS".
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
