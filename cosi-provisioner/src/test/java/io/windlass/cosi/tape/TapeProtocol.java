package io.windlass.cosi.tape;

import io.windlass.access.BucketLocation;
import io.windlass.access.CosiForm;
import io.windlass.access.Credential;
import io.windlass.access.Protocol;
import io.windlass.secret.Secret;
import java.net.URI;
import java.util.Map;

/** The protocol of tapes, and how v1alpha1 says its keys: the rest has no room for them. */
public final class TapeProtocol implements CosiForm {
  public static final Protocol TAPE = new Protocol("TAPE", new TapeProtocol());

  static final String PIN = "pinCode";
  private static final String LIBRARY = "library";

  private TapeProtocol() {}

  static BucketLocation location(String bucket, String library) {
    return new BucketLocation(
        TAPE, bucket, URI.create("tape://" + library), Map.of(LIBRARY, library));
  }

  @Override
  public Message<Secret> keyInV1Alpha1(Credential.Key key, BucketLocation location) {
    return new Message<>(
        "tape", Map.of("pin", key.field(PIN), LIBRARY, Secret.of(location.field(LIBRARY))));
  }
}
