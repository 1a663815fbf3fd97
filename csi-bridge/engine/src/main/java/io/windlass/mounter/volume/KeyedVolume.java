package io.windlass.mounter.volume;

import io.windlass.proto.mounter.Source;
import io.windlass.proto.mounter.Volume;
import io.windlass.secret.Secret;
import java.util.Optional;

/**
 * A volume and its credential. A message contains both only while it is sent or received, as a
 * message prints all its fields.
 *
 * @param volume volume without the credential
 * @param credential credential as text of the protocol's connector; empty if the volume names a
 *     directory with the credential
 */
public record KeyedVolume(Volume volume, Optional<Secret> credential) {

  /** Separates volume and credential of a message. */
  public static KeyedVolume received(Volume message) {
    Source source = message.getSource();
    return new KeyedVolume(
        message.toBuilder().setSource(source.toBuilder().clearCredential()).build(),
        Optional.of(source.getCredential()).filter(_ -> source.hasCredential()).map(Secret::of));
  }

  /** Returns the message with the credential, to be sent and not kept. */
  public Volume message() {
    Volume.Builder message = volume.toBuilder();
    credential.ifPresent(secret -> message.getSourceBuilder().setCredential(secret.reveal()));
    return message.build();
  }

  /** Returns the id of the volume. */
  public String id() {
    return volume.getId();
  }
}
