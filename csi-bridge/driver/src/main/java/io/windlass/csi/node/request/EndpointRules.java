package io.windlass.csi.node.request;

import java.net.URI;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Servers that a node connects to. Without such rules, whoever may make pods could have the node,
 * which stands in the host's network, connect to any address, by the secrets of a volume; and so
 * could whoever may write the publish context of an attachment.
 *
 * @param any whether all servers are allowed
 * @param allowed base URLs of those that are allowed
 * @param own base URLs of the servers of the configured backends, whose words may be repeated
 * @param controllers base URL where controllers are asked; empty: wherever they say
 */
public record EndpointRules(
    boolean any, Set<URI> allowed, Set<URI> own, Optional<URI> controllers) {
  public EndpointRules {
    allowed = allowed.stream().map(EndpointRules::plain).collect(Collectors.toUnmodifiableSet());
    own = own.stream().map(EndpointRules::plain).collect(Collectors.toUnmodifiableSet());
  }

  /** Creates rules for a node that asks controllers wherever they say. */
  public EndpointRules(boolean any, Set<URI> allowed, Set<URI> own) {
    this(any, allowed, own, Optional.empty());
  }

  /** Returns rules that allow the servers of the configured backends. */
  public static EndpointRules ofBackends(Set<URI> own) {
    return new EndpointRules(false, own, own);
  }

  /** Returns whether a volume may name this server itself. */
  boolean allow(URI server) {
    return any || allowed.contains(plain(server));
  }

  /**
   * Returns whether a controller may publish a volume on this server: anywhere if nothing is
   * configured.
   */
  boolean allowPublished(URI server) {
    boolean configured = !allowed.isEmpty() || !own.isEmpty();
    return !configured || allow(server) || isOwn(server);
  }

  /** Returns whether the controller is asked at this URL. */
  boolean allowAsking(URI url) {
    return controllers
        .filter(base -> !plain(base.resolve("/")).equals(plain(url.resolve("/"))))
        .isEmpty();
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
