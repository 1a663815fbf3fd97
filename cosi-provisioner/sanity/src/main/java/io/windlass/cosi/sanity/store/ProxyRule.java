package io.windlass.cosi.sanity.store;

import java.net.PasswordAuthentication;
import java.net.URI;
import java.util.Optional;

/** Which HTTP proxy requests to a storage server go through. */
public interface ProxyRule {
  /** All servers are asked directly. */
  ProxyRule NONE = _ -> Optional.empty();

  /** Returns the proxy for requests to a server; empty: they go there directly. */
  Optional<Via> of(URI server);

  /**
   * A proxy.
   *
   * @param proxy its URL, {@code http://host:port}
   * @param login what it is told ("Basic"); empty: it asks for nothing
   */
  record Via(URI proxy, Optional<PasswordAuthentication> login) {}
}
