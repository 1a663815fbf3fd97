package io.windlass.cosi;

import io.windlass.access.BucketLocation;
import io.windlass.access.CosiForm;
import io.windlass.access.Credential;
import io.windlass.error.DriverException;
import io.windlass.proto.cosi.v1alpha1.CredentialDetails;
import io.windlass.proto.cosi.v1alpha1.Protocol;
import io.windlass.provision.grant.Granted;
import io.windlass.secret.Secret;
import java.util.Map;

/** Converts locations and credentials into messages of {@code cosi.v1alpha1}. */
final class V1Alpha1Messages {
  private V1Alpha1Messages() {}

  /** Returns the location; empty for a protocol that is not among those of v1alpha1. */
  static Protocol protocol(BucketLocation location) {
    Protocol.Builder protocol = Protocol.newBuilder();
    location
        .protocol()
        .cosi()
        .bucketInV1Alpha1(location)
        .ifPresent(info ->
            WireFields.member(Protocol.getDescriptor(), info.member())
                .ifPresent(member -> WireFields.set(protocol, member, info.fields())));
    return protocol.build();
  }

  /** Returns a map with exactly one entry: the sidecar looks for its key and for its names. */
  static Map<String, CredentialDetails> credentials(Granted granted) {
    return switch (granted.credential()) {
      case Credential.Key key -> {
        CosiForm.Message<Secret> said =
            key.protocol().cosi().keyInV1Alpha1(key, granted.buckets().getFirst().location());
        CredentialDetails.Builder details = CredentialDetails.newBuilder();
        said.fields().forEach((name, value) -> details.putSecrets(name, value.reveal()));
        yield Map.of(said.member(), details.build());
      }
      case Credential.OwnIdentity _ ->
          throw new DriverException.Unexpected("v1alpha1 knows no service accounts", null);
    };
  }
}
