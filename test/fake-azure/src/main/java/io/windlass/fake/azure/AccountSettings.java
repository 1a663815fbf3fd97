package io.windlass.fake.azure;

import java.time.Duration;

/**
 * What an account is set to, which only its owner can by ARM.
 *
 * @param versioning "azure/storage/blobs/versioning-overview"
 * @param retention soft delete ("azure/storage/blobs/soft-delete-blob-overview"); zero: none
 * @param hierarchical "azure/storage/blobs/data-lake-storage-namespace"
 * @param sharedKey "azure/storage/common/shared-key-authorization-prevent"
 * @param firewall whether its network rules let nobody in, see
 *     "azure/storage/common/storage-network-security"
 * @param policiesAfter how long changed policies take, see "define-stored-access-policy": at most
 *     30 seconds
 */
public record AccountSettings(
    boolean versioning,
    Duration retention,
    boolean hierarchical,
    boolean sharedKey,
    boolean firewall,
    Duration policiesAfter) {

  /** A flat account that keeps nothing. */
  public static final AccountSettings FLAT =
      new AccountSettings(false, Duration.ZERO, false, true, false, Duration.ZERO);

  /** Refuses what no account can be. */
  public AccountSettings {
    if (hierarchical && (versioning || retention.isPositive())) {
      throw new IllegalArgumentException(
          "FAKE Azure: directories with versions are not offered, with soft delete not known");
    }
  }

  /** That keeps versions. */
  public AccountSettings withVersions() {
    return new AccountSettings(true, retention, hierarchical, sharedKey, firewall, policiesAfter);
  }

  /** That keeps for this long what was deleted. */
  public AccountSettings withSoftDelete(Duration kept) {
    return new AccountSettings(versioning, kept, hierarchical, sharedKey, firewall, policiesAfter);
  }

  /** With directories. */
  public AccountSettings withDirectories() {
    return new AccountSettings(versioning, retention, true, sharedKey, firewall, policiesAfter);
  }

  /** That lets nobody in by a key of its own. */
  public AccountSettings withoutSharedKey() {
    return new AccountSettings(versioning, retention, hierarchical, false, firewall, policiesAfter);
  }

  /** That lets nobody in from this network. */
  public AccountSettings behindFirewall() {
    return new AccountSettings(versioning, retention, hierarchical, sharedKey, true, policiesAfter);
  }

  /** On which changed policies count this much later. */
  public AccountSettings withPoliciesAfter(Duration after) {
    return new AccountSettings(versioning, retention, hierarchical, sharedKey, firewall, after);
  }
}
