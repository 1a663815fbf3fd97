package io.windlass.store;

import io.windlass.secret.Secret;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Brings a bucket to whoever mounts it: the one place that knows what the addresses and credentials
 * of a protocol look like. Everybody in between carries a {@link StoreAddress} and a {@link Secret}
 * and looks into neither. What it makes of equal things is equal, in every process and version, and
 * what one version made the next one reads.
 */
public interface StoreConnector {

  /** The protocol whose buckets it opens. */
  Protocol protocol();

  /** What has to be known of a bucket. Of part BUCKET there is one. */
  List<AccessField> fields();

  /** What the names of all environment variables of the protocol's clients begin with. */
  String environmentPrefix();

  /** What secrets have to hold, as the end of a sentence that begins with "secrets need". */
  String secretsNeed();

  /** The member of COSI v1alpha1's {@code BucketInfo} that holds the fields. */
  String bucketInfo();

  /** Own names of the fields that have to be there, beside those that are, and are not. */
  Set<String> missing(Set<String> given);

  /**
   * The address that fields say, which has all of part ADDRESS.
   *
   * @param fields by own names; what is not there has the protocol's default
   * @throws DriverException.InvalidArgument when one is malformed: names it, without its value
   */
  StoreAddress address(String bucket, Map<String, String> fields);

  /**
   * The same of a bucket of a backend.
   *
   * @throws IllegalArgumentException when it is of another protocol
   */
  StoreAddress address(BucketLocation location);

  /**
   * The credential that fields say, as text.
   *
   * @param fields by own names; of which none is {@link #missing}
   */
  Secret credential(Map<String, Secret> fields);

  /**
   * The same of a credential that was granted.
   *
   * @throws IllegalArgumentException when it is of another protocol
   */
  Secret credential(Credential credential);

  /** The address for people, like a URL; of two buckets never the same. */
  String describe(StoreAddress address);

  /**
   * Opens a bucket for data alone; nothing is sent yet. The backend grants no access.
   *
   * @param name what errors call the server
   * @param caCertificate PEM file of the certificates to trust instead of the system's
   * @throws IllegalArgumentException when address or credential are not what this connector made
   * @throws DriverException.InvalidArgument when a field of the address is malformed
   */
  Backend open(
      String name, StoreAddress address, CredentialSource credential, Optional<Path> caCertificate);
}
