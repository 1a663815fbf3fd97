package io.windlass.fake.azure;

import java.time.Duration;
import java.util.Optional;

/**
 * Settings of an account, which only its owner can change, by ARM.
 *
 * @param versioning "azure/storage/blobs/versioning-overview"
 * @param retention soft delete ("azure/storage/blobs/soft-delete-blob-overview"); zero: none
 * @param hierarchical "azure/storage/blobs/data-lake-storage-namespace"
 * @param sharedKey "azure/storage/common/shared-key-authorization-prevent"
 * @param firewall whether its network rules refuse all requests, see
 *     "azure/storage/common/storage-network-security"
 * @param policiesAfter how long changed policies take, see "define-stored-access-policy": at most
 *     30 seconds
 * @param sas the account's policy for shared access signatures, if it has one
 */
public record AccountSettings(
    boolean versioning,
    Duration retention,
    boolean hierarchical,
    boolean sharedKey,
    boolean firewall,
    Duration policiesAfter,
    Optional<SasPolicy> sas) {

  /**
   * "azure/storage/common/sas-expiration-policy".
   *
   * @param period how long a signature may be valid, from its signed start to its signed expiry
   * @param blocks whether others are refused (Block); else they are only logged (Log)
   */
  public record SasPolicy(Duration period, boolean blocks) {

    /** Returns the period as days, hours, minutes and seconds: "1.12:05:06". */
    public String text() {
      return "%d.%02d:%02d:%02d"
          .formatted(
              period.toDaysPart(),
              period.toHoursPart(),
              period.toMinutesPart(),
              period.toSecondsPart());
    }
  }

  /** A flat account without versions and soft delete. */
  public static final AccountSettings FLAT =
      new AccountSettings(
          false, Duration.ZERO, false, true, false, Duration.ZERO, Optional.empty());

  /** Refuses combinations that no account can have. */
  public AccountSettings {
    if (hierarchical && (versioning || retention.isPositive())) {
      throw new IllegalArgumentException(
          "FAKE Azure: directories with versions are not offered, with soft delete not known");
    }
  }

  /** Returns these settings with versions. */
  public AccountSettings withVersions() {
    return new AccountSettings(
        true, retention, hierarchical, sharedKey, firewall, policiesAfter, sas);
  }

  /** Returns these settings with soft delete for this long. */
  public AccountSettings withSoftDelete(Duration kept) {
    return new AccountSettings(
        versioning, kept, hierarchical, sharedKey, firewall, policiesAfter, sas);
  }

  /** With directories. */
  public AccountSettings withDirectories() {
    return new AccountSettings(
        versioning, retention, true, sharedKey, firewall, policiesAfter, sas);
  }

  /** Returns these settings without access by account keys. */
  public AccountSettings withoutSharedKey() {
    return new AccountSettings(
        versioning, retention, hierarchical, false, firewall, policiesAfter, sas);
  }

  /** Returns these settings with a firewall that refuses all requests. */
  public AccountSettings behindFirewall() {
    return new AccountSettings(
        versioning, retention, hierarchical, sharedKey, true, policiesAfter, sas);
  }

  /** Returns these settings with policies that take effect this much later. */
  public AccountSettings withPoliciesAfter(Duration after) {
    return new AccountSettings(
        versioning, retention, hierarchical, sharedKey, firewall, after, sas);
  }

  /** Returns these settings with a policy for shared access signatures. */
  public AccountSettings withSasPolicy(SasPolicy policy) {
    return new AccountSettings(
        versioning,
        retention,
        hierarchical,
        sharedKey,
        firewall,
        policiesAfter,
        Optional.of(policy));
  }
}
