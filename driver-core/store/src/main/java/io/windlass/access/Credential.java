package io.windlass.access;

import io.windlass.secret.Secret;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** Credential with which a workload opens the buckets that it was granted. */
public sealed interface Credential {

  /** Returns the protocol whose clients understand this credential. */
  Protocol protocol();

  /**
   * Secrets, by which the workload proves who it is.
   *
   * @param fields values by the protocol's own names; all of them are kept secret. The names are in
   *     records and stay the same; {@code protocol} and {@code expiry} are not among them
   * @param expires when it ends by itself; empty where only revocation ends it
   */
  record Key(Protocol protocol, Map<String, Secret> fields, Optional<Instant> expires)
      implements Credential {
    public Key {
      fields = Map.copyOf(fields);
    }

    /** Creates one that only revocation ends. */
    public Key(Protocol protocol, Map<String, Secret> fields) {
      this(protocol, fields, Optional.empty());
    }

    /**
     * Returns the value of a field.
     *
     * @throws IllegalArgumentException that names the field, if the key lacks it
     */
    public Secret field(String name) {
      return Optional.ofNullable(fields.get(name))
          .orElseThrow(() -> new IllegalArgumentException("the credential lacks its " + name));
    }
  }

  /**
   * No secret: the workload is a service account, and proves that by itself.
   *
   * @param principal by which name the cloud knows the workload, where it has one for it
   */
  record OwnIdentity(Protocol protocol, Optional<String> principal) implements Credential {

    /** Creates that of a workload for which the cloud has no name of its own. */
    public OwnIdentity(Protocol protocol) {
      this(protocol, Optional.empty());
    }
  }

  /**
   * Returns the key that a credential is.
   *
   * @throws IllegalArgumentException when it is none, or one of another protocol
   */
  static Key key(Credential credential, Protocol protocol) {
    if (credential instanceof Key key && key.protocol().equals(protocol)) {
      return key;
    }
    throw new IllegalArgumentException("no key of %s: %s".formatted(protocol, credential));
  }
}
