package io.windlass.cosi;

import com.google.protobuf.Message;
import io.windlass.access.BucketLocation;
import io.windlass.access.Credential;
import io.windlass.access.Protocol;
import io.windlass.backend.Backend;
import io.windlass.error.DriverException;
import io.windlass.proto.cosi.v1alpha2.CredentialInfo;
import io.windlass.proto.cosi.v1alpha2.ObjectProtocol;
import io.windlass.proto.cosi.v1alpha2.ObjectProtocolAndBucketInfo;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Converts protocols, locations and credentials into messages of {@code sigs.k8s.io.cosi.v1alpha2}.
 * Protocols and their messages are there by name; a protocol that is not has no messages.
 */
final class V1Alpha2Messages {
  private V1Alpha2Messages() {}

  /** Returns the protocol; empty where v1alpha2 has no such protocol. */
  static Optional<ObjectProtocol> protocol(Protocol protocol) {
    return Optional.ofNullable(ObjectProtocol.Type.getDescriptor().findValueByName(protocol.name()))
        .map(ObjectProtocol.Type::valueOf)
        .map(type -> ObjectProtocol.newBuilder().setType(type).build());
  }

  /** Throws InvalidArgument if a protocol of the list is not the backend's. */
  static void requireSupported(List<ObjectProtocol> asked, Backend backend) {
    for (ObjectProtocol protocol : asked) {
      requireProtocol("protocols", protocol, backend);
    }
  }

  /** Throws InvalidArgument if the protocol is not the backend's. */
  static void requireProtocol(String field, ObjectProtocol asked, Backend backend) {
    if (protocol(backend.protocol()).filter(own -> own.getType() == asked.getType()).isEmpty()) {
      throw new DriverException.InvalidArgument(
          "%s is %s, but backend %s speaks %s"
              .formatted(field, shown(asked), backend.name(), backend.protocol()));
    }
  }

  /** A number of a later version has no name here. */
  private static Object shown(ObjectProtocol protocol) {
    return protocol.getType() == ObjectProtocol.Type.UNRECOGNIZED
        ? protocol.getTypeValue()
        : protocol.getType();
  }

  static ObjectProtocolAndBucketInfo bucketInfo(BucketLocation location) {
    Protocol protocol = location.protocol();
    ObjectProtocolAndBucketInfo.Builder info = ObjectProtocolAndBucketInfo.newBuilder();
    set(info, protocol, protocol.cosi().bucketInV1Alpha2(location));
    return info.build();
  }

  /** Sidecars require the message of the protocol even if there is no credential. */
  static CredentialInfo credentials(Credential credential) {
    Protocol protocol = credential.protocol();
    Map<String, String> fields = new HashMap<>();
    protocol
        .cosi()
        .credentialInV1Alpha2(credential)
        .forEach((key, value) -> fields.put(key, value.reveal()));
    CredentialInfo.Builder info = CredentialInfo.newBuilder();
    set(info, protocol, fields);
    return info.build();
  }

  /**
   * Sets the message of the protocol. Its fields are named as in the Secret, without the prefix.
   */
  private static void set(Message.Builder info, Protocol protocol, Map<String, String> secret) {
    String prefix = "COSI_%s_".formatted(protocol.name());
    Map<String, String> fields = new HashMap<>();
    secret.forEach((key, value) -> {
      if (key.startsWith(prefix)) {
        fields.put(key.substring(prefix.length()).toLowerCase(Locale.ROOT), value);
      }
    });
    WireFields.member(info.getDescriptorForType(), protocol.text())
        .ifPresent(member -> WireFields.set(info, member, fields));
  }
}
