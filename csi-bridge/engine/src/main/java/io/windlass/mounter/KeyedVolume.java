package io.windlass.mounter;

import io.windlass.proto.mounter.Source;
import io.windlass.proto.mounter.Volume;
import io.windlass.secret.Secret;
import java.util.Optional;

/**
 * A volume and the credential that comes with it. They are together in a message only while it is
 * sent or received: a message prints all that is in it.
 *
 * @param volume without the credential
 * @param credential as text of the protocol's connector; empty where the volume names a directory
 */
public record KeyedVolume(Volume volume, Optional<Secret> credential) {

  /** What a message says. */
  static KeyedVolume received(Volume message) {
    Source source = message.getSource();
    return new KeyedVolume(
        message.toBuilder().setSource(source.toBuilder().clearCredential()).build(),
        Optional.of(source.getCredential()).filter(_ -> source.hasCredential()).map(Secret::of));
  }

  /** The message, to be sent and not kept. */
  Volume message() {
    Volume.Builder message = volume.toBuilder();
    credential.ifPresent(secret -> message.getSourceBuilder().setCredential(secret.reveal()));
    return message.build();
  }

  /** Names the volume. */
  public String id() {
    return volume.getId();
  }
}
