package io.windlass.connect;

import io.windlass.secret.Secret;
import java.util.Map;

/**
 * Where a mount by hand has a key from that nobody states.
 *
 * @param credential text of the protocol's connector that names the place, and has no secret: who
 *     opens the bucket fetches the key there, and the next one in time
 * @param name the place for people, as the end of a sentence that begins with "the key comes from"
 * @param address fields of the bucket's address that are said there; whatever else says them goes
 *     before
 */
public record KeySource(Secret credential, String name, Map<String, String> address) {
  public KeySource {
    address = Map.copyOf(address);
  }
}
