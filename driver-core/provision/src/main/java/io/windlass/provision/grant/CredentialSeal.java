package io.windlass.provision.grant;

import io.windlass.access.Credential;
import io.windlass.access.Protocol;
import io.windlass.secret.Keyring;
import io.windlass.secret.Secret;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/**
 * Seals credentials that a backend shows only once, so that they can be stored in records: as JSON
 * with the fields of the credential, its protocol, and its end.
 */
public final class CredentialSeal {
  private static final TypeReference<TreeMap<String, String>> FIELDS = new TypeReference<>() {};

  private static final String PROTOCOL = "protocol";
  private static final String EXPIRY = "expiry";

  private final Supplier<Keyring> keyring;
  private final JsonMapper json = new JsonMapper();

  /**
   * Creates the seal. It seals with the newest key of the ring, and opens with whichever key was
   * used.
   */
  public CredentialSeal(Supplier<Keyring> keyring) {
    this.keyring = keyring;
  }

  /**
   * Seals a credential.
   *
   * @param context owner of the credential; it cannot be opened with another context
   */
  public String seal(Credential credential, String context) {
    return keyring.get().seal(text(credential), context);
  }

  private Secret text(Credential credential) {
    return switch (credential) {
      case Credential.Key key -> {
        Map<String, String> fields = new TreeMap<>();
        key.fields().forEach((name, value) -> fields.put(name, value.reveal()));
        key.expires().ifPresent(end -> fields.put(EXPIRY, end.toString()));
        fields.put(PROTOCOL, key.protocol().name());
        yield Secret.of(json.writeValueAsString(fields));
      }
      case Credential.OwnIdentity _ ->
          throw new IllegalArgumentException("there is no secret to seal");
    };
  }

  /**
   * Opens a credential that {@link #seal} sealed for the same context.
   *
   * @param protocol that of the backend, which must be the credential's
   * @throws IllegalStateException when it cannot be opened, or is of another protocol
   */
  public Credential open(String sealed, String context, Protocol protocol) {
    Map<String, String> fields =
        json.readValue(keyring.get().open(sealed, context).reveal(), FIELDS);
    String name = Optional.ofNullable(fields.remove(PROTOCOL)).orElse("");
    if (!name.equals(protocol.name())) {
      throw new IllegalStateException(
          "a credential of '%s' was sealed, and the backend speaks %s".formatted(name, protocol));
    }
    Optional<Instant> expires = Optional.ofNullable(fields.remove(EXPIRY)).map(Instant::parse);
    Map<String, Secret> secrets = new TreeMap<>();
    fields.forEach((field, value) -> secrets.put(field, Secret.of(value)));
    return new Credential.Key(protocol, secrets, expires);
  }
}
