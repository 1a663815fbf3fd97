package io.windlass.csi.node.request;

import java.net.URI;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Servers that volumes may be on which name their server themselves, by secrets: inline volumes of
 * pods, and volumes that no controller published. Without such rules, whoever may make pods could
 * have the node, which stands in the host's network, connect to any address.
 *
 * @param any whether all servers are allowed
 * @param allowed base URLs of those that are allowed
 * @param own base URLs of the servers of the configured backends, whose words may be repeated
 */
public record EndpointRules(boolean any, Set<URI> allowed, Set<URI> own) {
  public EndpointRules {
    allowed = allowed.stream().map(EndpointRules::plain).collect(Collectors.toUnmodifiableSet());
    own = own.stream().map(EndpointRules::plain).collect(Collectors.toUnmodifiableSet());
  }

  /** Returns rules that allow the servers of the configured backends. */
  public static EndpointRules ofBackends(Set<URI> own) {
    return new EndpointRules(false, own, own);
  }

  boolean allow(URI server) {
    return any || allowed.contains(plain(server));
  }

  public boolean isOwn(URI server) {
    return own.contains(plain(server));
  }

  /** Returns the URL in the one form in which equal servers are equal. */
  private static URI plain(URI server) {
    String scheme = String.valueOf(server.getScheme()).toLowerCase(Locale.ROOT);
    int usual = scheme.equals("https") ? 443 : 80;
    String path = String.valueOf(server.getPath());
    return URI.create(
        "%s://%s:%d%s"
            .formatted(
                scheme,
                String.valueOf(server.getHost()).toLowerCase(Locale.ROOT),
                server.getPort() < 0 ? usual : server.getPort(),
                path.endsWith("/") ? path.substring(0, path.length() - 1) : path));
  }
}
