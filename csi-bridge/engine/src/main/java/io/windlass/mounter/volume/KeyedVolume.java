package io.windlass.mounter.volume;

import static java.util.function.Predicate.not;

import io.windlass.proto.mounter.Source;
import io.windlass.proto.mounter.Volume;
import io.windlass.secret.Secret;
import java.util.Optional;

/**
 * A volume and its secrets. A message contains them only while it is sent or received, as a message
 * prints all its fields.
 *
 * @param volume volume without the secrets
 * @param credential credential as text of the protocol's connector; empty if the volume names a
 *     directory with the credential
 * @param renewalKey key for requests of the next credential; empty if the credential does not end
 */
public record KeyedVolume(Volume volume, Optional<Secret> credential, Optional<Secret> renewalKey) {

  /** Creates a volume whose credential does not end by itself. */
  public KeyedVolume(Volume volume, Optional<Secret> credential) {
    this(volume, credential, Optional.empty());
  }

  /** Separates the volume and the secrets of a message. */
  public static KeyedVolume received(Volume message) {
    Source source = message.getSource();
    Volume.Builder volume = message.toBuilder().setSource(source.toBuilder().clearCredential());
    Optional<String> key = Optional.of(message.getRenewal().getKey()).filter(not(String::isEmpty));
    key.ifPresent(_ -> volume.getRenewalBuilder().clearKey());
    return new KeyedVolume(
        volume.build(),
        Optional.of(source.getCredential()).filter(_ -> source.hasCredential()).map(Secret::of),
        key.map(Secret::of));
  }

  /** Returns the message with the secrets, to be sent and not kept. */
  public Volume message() {
    Volume.Builder message = volume.toBuilder();
    credential.ifPresent(secret -> message.getSourceBuilder().setCredential(secret.reveal()));
    renewalKey.ifPresent(secret -> message.getRenewalBuilder().setKey(secret.reveal()));
    return message.build();
  }

  /** Returns the id of the volume. */
  public String id() {
    return volume.getId();
  }
}
