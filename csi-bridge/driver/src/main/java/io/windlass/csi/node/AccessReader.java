package io.windlass.csi.node;

import io.windlass.csi.PublishContext;
import io.windlass.secret.Keyring;
import io.windlass.store.DriverException;
import io.windlass.store.StoreConnectors;
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Finds out how a volume is reached: from {@code publish_context} if the controller filled it,
 * otherwise from the secrets of the call.
 */
final class AccessReader {
  private final StoreConnectors connectors;
  private final NodeSecrets nodeSecrets;
  private final Supplier<Keyring> keys;
  private final String nodeId;
  private final EndpointRules endpoints;

  AccessReader(
      StoreConnectors connectors, Supplier<Keyring> keys, String nodeId, EndpointRules endpoints) {
    this.connectors = connectors;
    this.nodeSecrets = new NodeSecrets(connectors);
    this.keys = keys;
    this.nodeId = nodeId;
    this.endpoints = endpoints;
  }

  /**
   * Returns how the volume is reached; empty if the call has neither publish context nor secrets.
   *
   * @throws DriverException.InvalidArgument when these are malformed, or are for another node or
   *     volume
   * @throws DriverException.PermissionDenied when secrets name a server that is not allowed
   */
  Optional<VolumeAccess> find(
      String volumeId,
      Map<String, String> publishContext,
      Map<String, String> secrets,
      Map<String, String> volumeContext) {
    Optional<VolumeAccess> published = published(volumeId, publishContext);
    if (published.isPresent()) {
      return published;
    }
    return secrets.isEmpty()
        ? Optional.empty()
        : Optional.of(allowed(nodeSecrets.read(secrets, volumeContext, volumeId)));
  }

  /** The message names no address, as the refusal of every address is the same. */
  private VolumeAccess allowed(VolumeAccess access) {
    URI server = connectors.of(access.address().protocol()).orElseThrow().server(access.address());
    if (!endpoints.allow(server)) {
      throw new DriverException.PermissionDenied(
          "volumes whose secrets name this endpoint are not allowed on this node: the administrator"
              + " can allow it with WINDLASS_CSI_ENDPOINTS",
          null);
    }
    return endpoints.isOwn(server) ? access : access.ofForeignServer();
  }

  /** Returns how the volume is reached; throws InvalidArgument if the call does not say it. */
  VolumeAccess require(
      String volumeId,
      Map<String, String> publishContext,
      Map<String, String> secrets,
      Map<String, String> volumeContext) {
    return find(volumeId, publishContext, secrets, volumeContext)
        .orElseThrow(() ->
            new DriverException.InvalidArgument(
                "neither publish_context nor secrets say how the volume is reached: %s"
                    .formatted(nodeSecrets.need())));
  }

  private Optional<VolumeAccess> published(String volumeId, Map<String, String> publishContext) {
    try {
      return PublishContext.open(publishContext, connectors, keys.get(), volumeId, nodeId)
          .map(VolumeAccess::published);
    } catch (IllegalArgumentException e) {
      throw new DriverException.InvalidArgument(String.valueOf(e.getMessage()));
    } catch (IllegalStateException e) {
      throw new DriverException.InvalidArgument(
          "publish_context.credential cannot be opened: it was made for another node or volume, or"
              + " with keys that this node does not have");
    }
  }
}
