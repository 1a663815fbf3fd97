package io.windlass.connect;

import io.windlass.access.BucketLocation;
import io.windlass.access.Credential;
import io.windlass.access.Protocol;
import io.windlass.backend.Backend;
import io.windlass.error.DriverException;
import io.windlass.http.Proxies;
import io.windlass.secret.Secret;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Defines the addresses and credentials of a protocol, and opens buckets with them for a mount. It
 * is the only part that knows their form: all others carry a {@link BucketAddress} and a {@link
 * Secret} and interpret neither. Equal inputs give equal addresses and credentials, in every
 * process and version, and each version reads what the previous one wrote.
 */
public interface BucketConnector {

  /** Returns the protocol whose buckets it opens. */
  Protocol protocol();

  /** Returns the fields that describe a bucket. Exactly one of them belongs to part BUCKET. */
  List<AccessField> fields();

  /** Returns the names of fields that an address leaves out where they have their default. */
  default Set<String> optional() {
    return Set.of();
  }

  /** Returns the common prefix of the environment variables of the protocol's clients. */
  String environmentPrefix();

  /**
   * Returns those of these variables that say where a key is to be had, and are no secret: a
   * process that fetches a key needs them.
   */
  default Set<String> sourceVariables() {
    return Set.of();
  }

  /** Returns the names of options by which a user says where the key is to be had. */
  default Set<String> sourceOptions() {
    return Set.of();
  }

  /**
   * Returns where the protocol's own tools would have a key from that nobody states; empty: from
   * nowhere. Asks nobody but a metadata service of this machine, for a second.
   *
   * @param options values of {@link #sourceOptions} that the user gave
   * @throws IllegalArgumentException when what is named is not there; the message says what is
   */
  default Optional<KeySource> keySource(
      Map<String, String> options, Map<String, String> environment) {
    return Optional.empty();
  }

  /**
   * Returns whether a text of a credential only names a place on this machine, as those of {@link
   * #keySource} do. It may name a program to run, so it must come from who has this machine.
   */
  default boolean isOfThisMachine(Secret credential) {
    return false;
  }

  /**
   * Returns what secrets must contain, as the end of a sentence that begins with "secrets need".
   */
  String secretsNeed();

  /** Returns the member of {@code BucketInfo} of COSI v1alpha1 that holds the fields. */
  String bucketInfo();

  /** Returns the own names of required fields that are not among the given ones. */
  Set<String> missing(Set<String> given);

  /** Returns the scheme of URIs of buckets, as the protocol's own tools have it. */
  default String uriScheme() {
    return protocol().text();
  }

  /**
   * Returns the own names of the fields that a URI of a bucket states, in their order: each is a
   * segment, and the last is the bucket. Behind them is the prefix.
   */
  List<String> uriFields();

  /** Returns the URI of a bucket, or of a prefix in it that is empty or ends in a slash. */
  default String uri(BucketAddress address, String prefix) {
    List<String> names = uriFields();
    return Stream.concat(
            names.stream().limit(names.size() - 1L).map(address::field),
            Stream.of(address.bucket(), prefix))
        .collect(Collectors.joining("/", uriScheme() + "://", ""));
  }

  /**
   * Returns the fields of parts BUCKET and ADDRESS that a credential states itself, by own names.
   *
   * @param credential its fields by own names; some may be missing
   * @throws DriverException.InvalidArgument when one is malformed; the message names it, without
   *     its value
   */
  Map<String, String> implied(Map<String, Secret> credential);

  /**
   * Returns the address that the fields describe, with all fields of part ADDRESS but those of
   * {@link #optional} that have their default.
   *
   * @param fields values by own names; a field that is absent has the protocol's default
   * @throws DriverException.InvalidArgument when a field is malformed; the message names it,
   *     without its value
   */
  BucketAddress address(String bucket, Map<String, String> fields);

  /**
   * Returns the address of a bucket of a backend.
   *
   * @throws IllegalArgumentException when the location is of another protocol
   */
  BucketAddress address(BucketLocation location);

  /**
   * Returns the credential that the fields describe, as text.
   *
   * @param fields values by own names; no required field is {@link #missing}
   */
  Secret credential(Map<String, Secret> fields);

  /**
   * Returns a credential that was granted, as text.
   *
   * @throws IllegalArgumentException when it is of another protocol
   */
  Secret credential(Credential credential);

  /** Returns the base URL of the server that the address leads to. */
  URI server(BucketAddress address);

  /** Returns the address for people, like a URL; two buckets never have the same. */
  String describe(BucketAddress address);

  /**
   * Opens a bucket for data only; nothing is sent yet. The backend grants no access.
   *
   * @param name the name of the server in error messages
   * @param caCertificate PEM file of the certificates to trust instead of the system's
   * @param proxies which requests go through a proxy
   * @throws IllegalArgumentException when address or credential do not have the form that this
   *     connector writes
   * @throws DriverException.InvalidArgument when a field of the address is malformed
   */
  Backend open(
      String name,
      BucketAddress address,
      CredentialSource credential,
      Optional<Path> caCertificate,
      Proxies proxies);
}
