package io.windlass.store.s3;

import io.windlass.store.Capabilities;
import io.windlass.store.DriverException;
import java.util.Optional;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * One bucket as the parts of {@link S3Store} see it.
 *
 * @param capabilities of the server that it is on
 * @param errors of the backend that it belongs to
 * @param slash what is known of the server that it is on
 */
record S3Bucket(
    S3Clients clients,
    String name,
    Capabilities capabilities,
    S3Errors errors,
    LeadingSlash slash) {

  /** The client for all calls but slow ones. */
  S3Client client() {
    return clients.calls();
  }

  /** A key in this bucket as messages name it. */
  String target(String key) {
    return name + "/" + key;
  }

  /** Another bucket of the same server. */
  S3Bucket at(String other) {
    return new S3Bucket(clients, other, capabilities, errors, slash);
  }

  /**
   * Checks the key of an object that is there.
   *
   * @param version which version is meant, if it is not the latest
   * @throws DriverException.NotFound if the server has no object of this key
   * @throws DriverException.InvalidKey for what no object can be called here, or what the server
   *     would silently call something else
   */
  String key(String key, Optional<String> version) {
    boolean there = version.isPresent() ? mayHaveVersions(key) : mayHave(key);
    if (!there) {
      throw new DriverException.NotFound("no object '%s'".formatted(target(key)), null);
    }
    return key;
  }

  /** Whether there may be an object of this key, which is checked as by {@link #key}. */
  boolean mayHave(String key) {
    return slash.mayBeThere(this, S3Keys.key(key));
  }

  /** The same of any version of it. */
  boolean mayHaveVersions(String key) {
    return slash.mayHaveVersions(this, S3Keys.key(key));
  }

  /**
   * Checks the key of an object that is to be made.
   *
   * @throws DriverException.InvalidKey as {@link #key}
   */
  String newKey(String key) {
    slash.requireKept(this, S3Keys.key(key));
    return key;
  }
}
